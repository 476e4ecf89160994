// The signs by which a sentence with a sign of a finding says that nothing was found, or not yet, or not
// any more, or speaks of the work and the conversation, in English, Korean and Japanese.

import type { Strength } from './findingSigns';
import { anyOf, ending, oneOf, opening, phrase, sign, type Sign } from './phrases';

const nouns = 'problem|issue|bug|culprit|reason|cause';

const intention = anyOf(
  () => [
    opening(
      "let me|let's|i'll|i will|i'm going|i need|i want|i should|i have to|we should|we need|to find|to see|to reproduce|to fix|looking for|trying to|if|checking|investigating|searching|running|verifying|finding out|my plan|the plan|my goal|the goal|the next step|step",
    ),
  ],
  () => [
    ending(
      '겠습니다|게요|예정입니다|중입니다|주세요|하세요|찾기|하기|야 합니다|봅니다|찾아보|보겠|고칩니다|찾는 것입니다|고치는 것입니다|파악하는 것입니다',
    ),
    ending('합니다|할 수 있습니다', '진행|시작|수정|확인|조사|작성'),
    ending(
      'します|いたします',
      '確認|修正|調査|追加|実装|変更|更新|特定|分析|作成|開始|検証|理解|お知らせ|調整',
    ),
    ending(
      'ましょう|調べます|探します|直します|進めます|始めます|てみます|でみます|書きます|試します|追います|ていきます|でいきます|見ます|調べられます|予定です|する必要があります|ください|中です|調べる|探す|見つけることです|調べることです|はずです',
    ),
    sign(
      'たら|なら|라면|으면|하면',
      () =>
        /(?:分かっ|わかっ|発見し|見つけ)たら|原因が.{0,30}なら|원인이 .{0,30}라면|(?:찾으|발견하|파악하)면/,
    ),
  ],
);
/** What is still to be checked. */
const guess = anyOf(
  () => [
    opening(
      'maybe|perhaps|possibly|probably|i suspect|i guess|i think|i believe|my guess|my hypothesis|it could be|it might be|it may be|not sure',
    ),
    phrase(
      nouns,
      ' is probably| is possibly| is maybe| is perhaps| is likely| is most likely| was probably',
    ),
    sign(
      'likely |possible |probable |plausible |potential |suspected |presumed ',
      () =>
        /\b(?:likely|possible|probable|plausible|potential|suspected|presumed) (?:root |main |underlying )?(?:cause|culprit|reason|explanation)s?(?: (?:is|was|are|were|lies|comes|here)\b|[*_]{0,4}:)/,
    ),
    phrase('i need|i still need', ' to check| to see| to look| to find| to verify'),
    sign(
      'whether |if ',
      () =>
        /\b(?:whether|if) (?:the |that |this |there is )?(?:\w+ )?(?:problem|issue|bug|cause|culprit|reason)\b/,
    ),
  ],
  () => [
    sign(
      '아마|수 있|수도 있|것 같|일지도|지 확인|지 봅|지 알아|지 살펴',
      () =>
        /아마|(?:원인|문제)[일인]\S* (?:수도? 있|것 같)|일지도|[는인]지 (?:확인|봅|알아|살펴|조사)/,
    ),
    sign(
      ' 원인|원인으로 ',
      () =>
        /(?:가능한|추정|추정되는|예상|예상되는|의심되는|유력한|가능성이? ?(?:있는|높은|큰)) 원인|원인으로 (?:추정|의심|예상)/,
    ),
    sign(
      'もしか|おそらく|たぶん|多分|かもしれ|思います|か確認|か、確認|か調べ|か見|かを|どうか',
      () =>
        /もしかす|おそらく|たぶん|多分|かもしれ|と思います|(?<!し)か(?:どうか)?、?を?(?:確認|調べ|見)(?!た|て、)/,
    ),
    sign(
      '考えられる原|疑わしい原|される原|ある原|高い原|推定原',
      () => /(?:考えられる|疑わしい|推定される|想定される|可能性の(?:ある|高い)|推定)原因/,
    ),
  ],
);
/** Words to the person, and about what the person said. */
const talk = anyOf(
  () => [
    opening('you|as you|sorry|thanks|thank you|please confirm|please let'),
    phrase(nouns, ' is my| was my'),
    phrase('reason', ' i| we'),
    sign('reason ', () => /\breason (?:is|was)\b.{0,30}\byou\b/),
    sign(
      'user ',
      () =>
        /(?:^|[:,][*_]{0,4} |\b(?:that|because) )(?:the )?user (?:asked|wanted|prefers|preferred|told|requested (?:it|this|that))\b/,
    ),
  ],
  () => [
    sign(
      '하셨|하신|하셔|원하시|주셔서|죄송|제가',
      () => /(?:요청|말씀|언급|지적|다고|라고) ?하[셨신셔]|원하시|주셔서|죄송|^제가/,
    ),
    sign('사용자', () => /사용자(?:가|께서) (?:\S+ )?요청(?:했|하였|하셨)/),
    sign(
      'ユーザー',
      () => /ユーザー(?:が|から|の)ご?(?:依頼|要望|希望|指示)(?:した|しま|され|に|で|の)/,
    ),
    sign(
      'ご|申し訳|言われ|とのこと|承知|見誤|勘違い',
      () => /ご(?:依頼|指摘|質問|確認|希望|要望)|申し訳|言われた|とのこと|承知|見誤|勘違い/,
    ),
  ],
);

// Each only about the cause or the problem itself: "the problem is that no file was found" is a finding.
const negation = anyOf(
  () => [
    sign(
      'no ',
      () =>
        /\bno (?:\w+ ){0,2}(?:problem|issue|bug|culprit|reason|cause)s? (?:is|was|are|were|has|have|found|here)\b/,
    ),
    sign(
      'no |nothing |none ',
      () =>
        /^(?:no (?:\w+ ){0,2}(?:(?:problem|issue|bug|concern|finding|regression)s?|errors|surprises)(?= (?:in|with|at|on|so far|left|remain|detected|identified|to report)\b|[,;]|$)|nothing (?:suspicious|wrong|unusual|notable|new|serious|critical|to report)\b|none (?:found|so far|identified|detected)\b)(?!.*\b(?:but|however|except)\b)/,
    ),
    sign(
      "n't |not |never |unable |failed |yet ",
      () =>
        /(?:n't|\bnot|\bnever|\bunable to|\bfailed to|\byet to)(?: \w+){0,2} (?:found|find|discover(?:ed)?|identif(?:y|ied)|determined?|pinpoint(?:ed)?) (?:anything|out|what|why|(?:the|an?|any) (?:\w+ ){0,2}(?:problem|issue|bug|culprit|reason|cause)s?)\b/,
    ),
    sign(
      'unknown|unclear|not clear|not known|not yet|not been|not found|not identified',
      () =>
        /\b(?:problem|issue|bug|culprit|reason|cause) (?:is|was|has) (?:still |yet |currently )*(?:unknown|unclear|not (?:yet )?(?:been )?(?:clear|known|found|identified))\b/,
    ),
    // Behind a label, where an unknown thing may be the cause itself.
    sign(
      'unknown|unclear|undetermined|not |tbd|to be |investigat|pending',
      () =>
        /\b(?:problem|issue|bug|culprit|reason|cause)[*_]{0,4}:[*_]{0,4} (?:still |yet |as yet |currently )*(?:unknown|unclear|undetermined|tbd|pending|to be determined|(?:under|being) investigat(?:ion|ed)|not (?:yet )?(?:been )?(?:clear|known|found|identified|determined))(?: (?:yet|so far|at this point|for now))?(?=$|[.,;()—–])/,
    ),
  ],
  () => [
    sign('지 못|지못|지 않|지않', () => /(?:발견|찾|파악|확인)(?:하|되)?지 ?(?:못|않)/),
    sign(
      '없|안 보',
      () =>
        /(?:문제점?|버그|이슈|오류|이상)(?:[은는이가도]|한 점[은이])? ?(?:전혀 |더 ?이상 |아직 |특별히 |딱히 |따로 |현재 )?(?:없|안 보)|원인을 \S+ 수 없/,
    ),
    sign(
      '모르|알 수 없|불명|불분명',
      () => /(?:원인|이유)[은는을이도] ?(?:아직 )?(?:잘 )?(?:모르|알 수 없|불명|불분명)/,
    ),
    sign(
      '모름|모르겠|알 수 없음|불명|불분명|미상|미확인| 중',
      () =>
        /(?:원인|이유)[*_]{0,4}[:：][*_]{0,4} ?(?:아직 )?(?:잘 )?(?:모름|모르겠|알 수 없음|불명|불분명|미상|미확인|조사 중|파악 중)(?=$|[\s.,。(])/,
    ),
    sign(
      'ませ|ない|なく|なさ|なか|らず|不明|できず|られ',
      () =>
        /(?:問題点?|原因|理由|バグ|不具合|異常|不審な点)(?:[はがもを]|[*_]{0,4}[:：][*_]{0,4} ?)?(?:まだ|特に|結局|何も|よく|現在|、)*(?:見当たら|見当たりませ|見受けられ(?:ませ|な)|検出され(?:ませ|な)|見つか(?:ら|りませ|っていな|っていませ)|見つけられ|発見でき(?:ませ|な)|発見され(?:ませ|な|ていな|ていませ)|(?:あり|ござい)ませ|な(?:い|く|さそう|かった)|(?:分か|わか)(?:ら|りませ|っていな|っていませ)|不明(?!な)|判明してい(?:ませ|な)|特定でき(?:ませ|ず|な|ていな|ていませ))/,
    ),
  ],
);
const isDoingInJapanese = ending(
  'ています|でいます',
  '修正し|確認し|追加し|調査し|分析し|実装し|変更し|更新し|作成し|把握し|待っ|読ん|見',
);
const progress = anyOf(
  () => [
    sign(
      "i'm|i am|we're|we are",
      () =>
        /\b(?:i'm|i am|we're|we are) (?:\w+ )?(?:looking|searching|investigating|trying|hunting|tracking|narrowing|finding|checking|analy[sz]ing|working)\b/,
    ),
  ],
  () => [
    sign(
      '고 있|중입|중이|는 중',
      () =>
        /[을를] (?:\S+ ){0,2}(?:찾|조사|분석|확인|파악|살펴|추적|읽|수정|추가|작성|구현|변경|진행|테스트)\S{0,2}(?:고 있|는 ?중| ?중)/,
    ),
    sign(
      '原因を|問題を|理由を|バグを',
      () =>
        /(?:原因|問題|理由|バグ)を.{0,12}(?:調査|調べ|探し|確認|特定|分析|追跡|追っ)(?:して|て)?(?:い(?:ます|る)|おります|中)/,
    ),
    // Else it is the code that does it.
    (lower) => isDoingInJapanese(lower) && !lower.includes('が') && !lower.includes('は'),
  ],
);
const resolution = anyOf(
  () => [
    sign(
      'resolved|fixed|solved|gone|addressed|closed|handled',
      () =>
        /\b(?:problem|issue|bug|cause|culprit) (?:is|was|has been) (?:now |already |all )*(?:resolved|fixed|solved|gone|addressed|closed|handled)\b/,
    ),
  ],
  () => [
    sign(
      '해결|수정|고쳐|고쳤',
      () =>
        /(?:문제|버그|이슈|오류|원인)[는은이가를을도] (?:\S+ ){0,2}(?:해결|수정|고쳐|고쳤)(?:됐|되었|됨|했|하였|졌|습|완료| 완료)/,
    ),
    sign(
      '解決|修正|解消',
      () =>
        /(?:問題|バグ|不具合|原因)[はがをも].{0,20}(?:解決|修正|解消)(?:し(?:ました|た)|され(?:ました|た|てい)|済み|できました)/,
    ),
    ending(
      '했습니다|하였습니다|을 했습니다|를 했습니다|해 두었습니다|해두었습니다|완료했습니다',
      '수정|추가|변경|삭제|제거|이동|작성|구현|업데이트|리팩터링|리팩토링|적용|유지|중단|정리|교체|설치|커밋|반영|선택|사용|결정|분석|조사|수정 ',
    ),
    ending(
      '고쳤습니다|옮겼습니다|바꿨습니다|두었습니다|만들었습니다|끝났습니다|끝냈습니다|넣었습니다|지웠습니다|권장합니다|추천합니다',
    ),
    ending('하지 않았습니다|하지는 않았습니다', '실행|푸시|변경|수정|커밋|배포|삭제'),
    ending(
      'しました|をしました|いたしました',
      '修正|追加|変更|削除|更新|実装|作成|移動|リファクタリング|コミット|中断|完了|整理|対応|適用|分析|調査',
    ),
    ending(
      '直しました|移しました|書きました|残しました|まとめました|ままにしました|終わりました|換えました|加えました|止めました|選びました|使いました|決めました|お勧めします|は変更していません',
    ),
    ending('はしていません', '実行|プッシュ|変更|修正|コミット|デプロイ'),
    sign('まだ|何も', () => /(?:まだ|何も).*してい?ません$/),
  ],
);
const guards = [intention, guess, talk, negation, progress, resolution];

const isFindingVerb = oneOf(
  'confirmed|verified|found|see|saw|notice|noticed|realized|realised|learned|determined|discovered|identified|observed|understand|know|figured|traced|spotted',
);
const isBesideVerb = oneOf('have|had|can|could|now|also|just|finally|already|then');
const isPerson = oneOf("i|we|i've|we've|i'm|we're|i'd|we'd");

/** Of the agent, and not what it found: "I moved it because …", also behind a label. */
const isOwnDeed: Sign = (lower) => {
  const words = lower.split(' ', 8);
  const at = words.findIndex((word, index) => index < 2 && isPerson(word));
  const verb = words.slice(at + 1).find((word) => !isBesideVerb(word));
  return at >= 0 && verb !== undefined && !isFindingVerb(verb);
};

/** For what tells less surely: how the work goes is said in the same words. */
const softGuards = anyOf(
  () => [
    isOwnDeed,
    opening(
      'fix|add|update|change|remove|move|rename|refactor|replace|create|implement|write|delete|run|find|check|test|verify|done|fixed|fixing|added|adding|updated|updating|changed|changing|removed|removing|moved|moving|renamed|renaming|refactored|refactoring|replaced|replacing|created|creating|implemented|implementing|cleaned|deleted|reverted|adjusted|switched|improved|simplified|extracted|documented|committed|pushed|waiting|wrote|rewrote|kept|left|made|here is the|understood|once|confirm|ensure|make sure|inspect|investigate|identify|determine',
    ),
    phrase('likely|probably|might|suggests'),
    phrase('the fix|this fix|this change|these changes|approach'),
    ending(': none| n/a'),
    sign(
      'look |looks ',
      () =>
        /\blooks? (?:all |very )?(?:good|fine|ok|okay|great|correct|right|clean|solid|as expected|in order)\b(?!.*\b(?:but|however|yet|except)\b)/,
    ),
    sign(
      'no |nothing | not ',
      () =>
        /\b(?:no (?:\w+ ){0,2}(?:tests?|files?|changes?|code|commits?) (?:was|were|ha(?:s|ve) been)|nothing (?:was|has been)|(?:tests?|suite|build|changes?) (?:was|were|has|have) not(?: been)?(?: yet)?) (?:run|executed|changed|modified|made|touched|added|deleted|pushed|committed|needed)(?: yet| here| by me| in this session)?$/,
    ),
    phrase(
      'note|mind|aware|noting|means|shows|confirms|note that|mind that|aware that|means that|shows that',
      ' i| we| you',
    ),
    phrase(
      'note: you|important: you|warning: you|note: please|important: please|note: let|important: let',
    ),
    phrase(
      "you|you've|you'd|you have",
      ' asked| said| mentioned| wanted| want| need| told| requested| already| changed| interrupted',
    ),
    sign(
      'complete|done|finished|ready|in place',
      () =>
        /(?<!\bthey )\b(?:is|are) (?:now |all )?(?:complete|completed|done|finished|ready|in place)\b/,
    ),
    sign(
      'pass|green|work|succe|compile|fine|clean|correct',
      () =>
        /\b(?:tests?|builds?|suite|lint\w*|checks?|it|everything|all|change)\b.{0,40}\b(?:pass(?:es|ed|ing)?|green|work(?:s|ing)?|succeed(?:s|ed)?|compiles?|fine|clean|correct(?:ly)?)\b/,
    ),
  ],
  () => [
    opening('이제|これで'),
    phrase('이 변경|이번 변경|이 수정|この変更|今回の変更|この修正'),
    sign(
      '통과|성공|괜찮|정상',
      () => /(?:테스트|빌드|모두|모든|린트).{0,24}(?:통과|성공)|괜찮|정상/,
    ),
    sign(
      '通り|通る|通っ|成功|正しく|正常',
      () => /(?:テスト|ビルド|すべて|全て|全部).{0,24}(?:通[りるっ]|成功)|正しく動|正常/,
    ),
  ],
);
const weakGuard = phrase('you|now|looks like this|looks like the following');

/** Of a sentence as `wordsOf` gives it. */
export function isNoFinding(words: string, strength: Strength): boolean {
  return (
    guards.some((isIn) => isIn(words)) ||
    (strength !== 'strong' && softGuards(words)) ||
    (strength === 'weak' && weakGuard(words))
  );
}
