// The signs by which a sentence says that something was found out, in English, Korean and Japanese.

import { hasLabel } from './findingLabels';
import { anyOf, isEastern, opening, phrase, sign, type Sign } from './phrases';

/** How surely: a soft one says as well how the work goes, a weak one tells only beside the name of a file. */
export type Strength = 'strong' | 'soft' | 'weak';

const nouns = 'problem|issue|bug|culprit|reason|cause|catch';
const nounWords = nouns.split('|');
const namesNoun: Sign = (lower) => nounWords.some((noun) => lower.includes(noun));
const namesCode: Sign = (lower) => lower.includes('`') || /\.[a-z]/.test(lower);

const both =
  (one: Sign, other: Sign): Sign =>
  (lower) =>
    one(lower) && other(lower);

/** These say a finding by themselves. Small ones, because each that a text needs has to be compiled. */
const strong = anyOf(
  () => [
    phrase(nouns, ' is| was| lies| comes| here is'),
    phrase('is|was|are|were', ' caused by'),
    phrase('is the|was the', ' culprit| cause| root cause| real cause| reason| problem'),
    opening('turns out|turned out'),
    phrase(
      'it turns out|it turned out|this turned out|turned out to|turned out that|it appears that|discovered|found that|found out',
    ),
    sign('reason |cause ', () => /\b(?:reason|cause) [^,.;:]{1,60} (?:is|was) that\b/),
    both(
      namesNoun,
      phrase(
        'i see|i can see|i now see|i understand|i now understand|i know|we see|we can see',
        ' the| a| an| two| both| now the',
      ),
    ),
    sign(
      'found |identified |spotted |located |pinpointed ',
      () =>
        /\b(?:found|identified|spotted|located|pinpointed) (?:the|an?|another|one|two|three|several|some|both|\d+) (?:\w+ ){0,4}(?:cause|culprit|problem|issue|bug|reason|mistake|race|leak|bottleneck)s?\b/,
    ),
  ],
  () => [
    sign(
      '원인|알고 보니|밝혀|드러',
      () =>
        /원인(?:은|[:：]|이었|이며|이고|였|입니다|이에요|이다|임|으로 (?:보|확인|밝))|알고 보니|(?:밝혀|드러)(?:졌|진|났|납)/,
    ),
    sign(
      '찾았|발견|파악했|알아냈|특정했|알게 ',
      () =>
        /(?:원인|문제|문제점|버그|이유|오류|결함|누수)[을를] (?:\S+ )?(?:찾았|파악했|특정했)|발견(?:했|하였|됐|되었)|알아냈|알게 (?:되었|됐)/,
    ),
    sign(
      '문제|이유는|버그가|핵심은',
      () =>
        /문제점은|문제는|(?:문제|버그)가 (?:.{0,40}(?:있(?![는을])|였))|문제(?:였|이었)습니다|이유는|핵심은/,
    ),
    sign(
      '原因|判明|発見',
      () =>
        /原因(?:は|で(?:す|した|あ)|だと|[がを](?:分|わ|判|特定し|発見し|突き止め|見つ))|判明|を発見し/,
    ),
    sign(
      '問題|理由は|バグ',
      () =>
        /(?:問題|問題点|理由)は|(?:問題|バグ)が.{0,40}あ(?:り|った|る)|(?:問題|バグ)を(?:見つけ|発見し)/,
    ),
    sign('かりました|かった|かります', () => /[とのが](?:分|わ)か(?:りました|った|ります)/),
    sign('気づ|気付', () => /に気[づ付]き/),
  ],
);
const soft = anyOf(
  () => [
    phrase('confirmed|noticed|realized|learned', ' that| the| how| why| something| `'),
    sign('confirmed it', () => /\bconfirmed it\b.{0,40}:/),
    both(
      namesCode,
      phrase(
        'this|that|which|log|logs|trace|output|profile|test|tests|result|results|error|history',
        ' confirms| confirm| means| shows| show',
      ),
    ),
    both(
      namesCode,
      phrase('i see|i can see|we see|i understand|i noticed|confirmed', ' that| why| how| ,| `'),
    ),
    phrase(
      "i see what's|i understand what's|i know what's|this explains|that explains|which explains",
    ),
    opening(
      "note that|please note that|keep in mind that|bear in mind that|worth noting|it's worth noting|it is worth noting",
    ),
  ],
  () => [
    sign('결과', () => /(?:확인|조사|분석|추적|검토|디버깅|[한본])\s?결과[ ,:：]/),
    sign('보니|보면', () => /[가-힣] ?보니까?[ ,]|[을를] 보면[ ,]/),
    sign('확인', () => /(?:것|점|음|임|사실)[을이]? ?확인(?:했|하였|됐|되었|됩)|것으로 확인/),
    sign(
      'ところ|結果',
      () => /[ただ]ところ[、,]|(?:[ただ]|調査の|確認の|分析の|検証の)結果[、,は]/,
    ),
    sign(
      'ると|を読むと|追うと|実は',
      () => /(?:見|み|調べ)ると[、,]|を読むと[、,]|追うと[、,]|実は/,
    ),
    sign('ことを確認', () => /ことを確認(?:し|でき)/),
  ],
);
const weak = anyOf(
  () => [
    phrase(
      'because|due to|never|seems|looks like|happens|occurs|comes from|stems from|interesting|interestingly|lives in|defined in|relies on|entry point|confirm that',
    ),
    sign("is why|'s why", () => /(?:\bis|'s) why\b(?! (?:i|we|you)\b)/),
    sign(
      'looking at|after reading',
      () => /^(?:looking at|after reading) [^,]{2,80}, (?!i\b|let\b|we\b)/,
    ),
  ],
  () => [
    sign(
      '때문|고 있|어 있|지 않',
      () => /때문|[고어] 있(?:습니다|었습니다|어|으며|고|다)|지 않[습아는]/,
    ),
    sign('참고로|에서 발생', () => /^참고로|에서 발생/),
    sign(
      'ため|からです|せいで|ていま|でいま|ようです|なお|つまり',
      () =>
        /ため(?:です|でし|、|,|に)|からです|せいで|[てで]いま[すしせ]|ようです|^(?:なお|つまり)/,
    ),
  ],
);

/**
 * One of these is in all that has a sign, a label or an announcement. Few and short: all that an agent
 * says is looked through for each of them. The commonest first.
 */
const keywords =
  'problem|issue|cause|found|bug|reason|confirm|note|never|show|means|seems|looks like|turns out|important|finding|culprit|catch|discover|appears|due to|see that|see wh|interesting|explains|noticed|s why|looking at|after reading|happen|occurs|s from|lives in|defined in|relies on|learned|realiz|caveat|gotcha|heads|warning|in mind|noting|turned out|entry point|insight'.split(
    '|',
  );
const easternKeywords =
  'ていま|でいま|かりま|かった|ため|고 있|어 있|지 않|확인|문제|원인|때문|결과|발견|보니|보면|밝혀|드러|찾았|알아냈|알게 |이유|핵심|주의|참고|중요|유의|결론|버그|발생|原因|判明|発見|問題|理由|バグ|気づ|気付|ところ|結果|ると|実は|確認|からです|せいで|ようです|なお|つまり|ポイント|注意|重要|補足|結論|見つ|見え'.split(
    '|',
  );

/** Most texts have none, which is seen much sooner than by looking for them. */
export function mayHaveSign(text: string): boolean {
  const lower = text.toLowerCase();
  return (
    keywords.some((keyword) => lower.includes(keyword)) ||
    (isEastern(lower) && easternKeywords.some((keyword) => lower.includes(keyword)))
  );
}

/** Of a sentence as `wordsOf` gives it. */
export function signOf(words: string): Strength | undefined {
  if (strong(words)) {
    return 'strong';
  }
  if (hasLabel(words) || soft(words)) {
    return 'soft';
  }
  // Most sentences name no file.
  return /\.[a-z]/.test(words) && weak(words) ? 'weak' : undefined;
}
