// The signs by which a sentence says that something was found out, in English, Korean and Japanese,
// and those by which it says that nothing was, or not yet, or not any more.

import { betweenWords } from './letterRanges';
import { hasPhrase } from './phrases';

interface Sign {
  /** In lower case. A text without any of them is not searched: to compile a pattern takes its time. */
  readonly keywords: readonly string[];
  readonly isIn: (text: string) => boolean;
}

/** The pattern is made when it is needed, which most are not. */
const sign = (keywords: string, toPattern: () => RegExp): Sign => {
  let pattern: RegExp | undefined;
  return {
    keywords: keywords.split('|'),
    isIn: (text) => (pattern ??= toPattern()).test(text),
  };
};

/** The commonest one, without a pattern. */
const phrase = (starts: string, ends: string): Sign => {
  const [keywords, endings] = [starts.split('|'), ends.split('|')];
  return { keywords, isIn: (text) => hasPhrase(text.toLowerCase(), keywords, endings) };
};

/** These say a finding by themselves. Small ones, because each that a text needs has to be compiled. */
const strong = [
  phrase('problem|issue|bug|culprit|reason|cause|catch', ' is| was| lies| comes| here is'),
  sign('caused by', () => /\b(?:is|was|are|were) caused by\b/i),
  sign(
    'root cause|turn|discovered|it appears',
    () => /\b(?:root cause|turn(?:s|ed) out|discovered|it appears that)\b/i,
  ),
  sign(
    'found ',
    () =>
      /\bfound (?:that|out|(?:the|an?) (?:\w+ ){0,3}(?:cause|culprit|problem|issue|bug|reason|mistake|race|leak|bottleneck))\b/i,
  ),
  sign(
    '원인|발견|문제|알고 보니|밝혀졌',
    () => /원인|발견|문제는|문제가 .{0,40}(?:있|였)|알고 보니|밝혀졌/,
  ),
  sign('原因|判明|発見|問題|か', () => /原因|判明|発見|問題は|(?:分|わ)か(?:りました|った)/),
];
/** These only beside the name of a file. */
const weak = [
  sign('because|due to', () => /\bbecause\b|\bdue to\b/i),
  sign('때문', () => /때문/),
  sign('ため|からです|せいで', () => /ため(?:です|、|,|に)|からです|せいで/),
];

const anyKeyword = [...new Set([...strong, ...weak].flatMap(({ keywords }) => keywords))];

/** Most texts have none, which is seen much sooner than by looking for them. */
export function mayHaveSign(text: string): boolean {
  const lower = text.toLowerCase();
  return anyKeyword.some((keyword) => lower.includes(keyword));
}

export function signOf(sentence: string): 'strong' | 'weak' | undefined {
  const lower = sentence.toLowerCase();
  return hasOne(strong, sentence, lower)
    ? 'strong'
    : hasOne(weak, sentence, lower)
      ? 'weak'
      : undefined;
}

function hasOne(signs: readonly Sign[], text: string, lower: string): boolean {
  return signs.some(
    ({ keywords, isIn }) => keywords.some((keyword) => lower.includes(keyword)) && isIn(text),
  );
}

const intention = [
  sign(
    "let|i'|i’|i will|now|next|i need|i want|i should|we should|we need|to find|looking|trying|if",
    () =>
      /^(?:let me|let['’]s|i['’]ll|i will|i['’]m going|now (?:i|let)|next,? (?:i|let)|i need|i want|i should|we should|we need|to find|looking for|trying to|if\b)/i,
  ),
  sign('겠|게요|찾아보', () => /(?:겠습니다|할게요|볼게요|보겠|찾아보)[\s.!。！]*$/),
  sign(
    'ます|しょう|調べてみ',
    () =>
      /(?:しましょう|調べます|調べてみ|探します|確認します|調査します|見てみます|特定します)[\s.!。！]*$/,
  ),
];
const marksBefore = new RegExp(`^[${betweenWords}]+`);

/** What was asked for is no finding either. */
const asked = [sign('reason', () => /\breason (?:is|was) (?:that |because )?you\b/i)];

// Each only about the cause or the problem itself: "the problem is that no file was found" is a finding.
const negation = [
  sign(
    'no ',
    () =>
      /\bno (?:\w+ ){0,2}(?:problem|issue|bug|culprit|reason|cause)s? (?:is|was|are|were|has|have|found|here)\b/i,
  ),
  sign(
    'found|find|discover|identif|determine|pinpoint',
    () =>
      /(?:n['’]t|\bnot|\bnever|\bunable to|\bfailed to|\byet to)(?: \w+){0,2} (?:found|find|discover(?:ed)?|identif(?:y|ied)|determined?|pinpoint(?:ed)?) (?:anything|out|what|why|(?:the|an?|any) (?:\w+ ){0,2}(?:problem|issue|bug|culprit|reason|cause)s?)\b/i,
  ),
  sign(
    'unknown|unclear|not',
    () =>
      /\b(?:problem|issue|bug|culprit|reason|cause) (?:is|was|has) (?:still |yet |currently )*(?:unknown|unclear|not (?:yet )?(?:been )?(?:clear|known|found|identified))\b/i,
  ),
  sign('못|않', () => /(?:발견|찾|파악|확인)(?:하|되)?지 ?(?:못|않)/),
  sign(
    '없|안 보',
    () => /(?:문제|버그|이슈|오류)[은는이가도] ?(?:전혀 |더 ?이상 |아직 )?(?:없|안 보)/,
  ),
  sign('모르|없|불명|불분명', () => /원인[은을이도] ?(?:아직 )?(?:모르|알 수 없|불명|불분명)/),
  sign(
    '問題|原因|バグ|不具合|異常',
    () =>
      /(?:問題|原因|バグ|不具合|異常)[はがもを](?:まだ|特に|結局|何も)?(?:見つか(?:ら|りませ|っていな|っていませ)|見つけられ|発見でき(?:ませ|な)|発見され(?:ませ|な|ていな|ていませ)|(?:あり|ござい)ませ|な(?:い|かった)|(?:分か|わか)(?:ら|りませ|っていな|っていませ)|不明|判明してい(?:ませ|な)|特定でき(?:ませ|ず|な|ていな|ていませ))/,
  ),
];
const progress = [
  sign(
    "i'm|i’m|i am|we're|we’re|we are",
    () =>
      /\b(?:i['’]m|i am|we['’]re|we are) (?:\w+ )?(?:looking|searching|investigating|trying|hunting|tracking|narrowing|finding|checking|analy[sz]ing|working)\b/i,
  ),
  sign(
    '고 있|중',
    () =>
      /(?:원인|문제|이유|버그)[을를] (?:\S+ ){0,2}(?:찾|조사|분석|확인|파악|살펴|추적)\S{0,2}(?:고 있|는 ?중| ?중)/,
  ),
  sign(
    'い|中',
    () =>
      /(?:原因|問題|理由|バグ)を.{0,12}(?:調査|調べ|探し|確認|特定|分析|追跡|追っ)(?:して|て)?(?:い(?:ます|る)|おります|中)/,
  ),
];
const resolution = [
  sign(
    'resolved|fixed|solved|gone|addressed|closed|handled',
    () =>
      /\b(?:problem|issue|bug|cause|culprit) (?:is|was|has been) (?:now |already |all )*(?:resolved|fixed|solved|gone|addressed|closed|handled)\b/i,
  ),
  sign(
    '해결|수정|고쳐|고쳤',
    () =>
      /(?:문제|버그|이슈|오류|원인)[는은이가를을도] (?:\S+ ){0,2}(?:해결|수정|고쳐|고쳤)(?:됐|되었|됨|했|하였|졌|습|완료| 완료)/,
  ),
  sign(
    '解決|修正|解消',
    () =>
      /(?:問題|バグ|不具合|原因)[はがをも].{0,8}(?:解決|修正|解消)(?:し(?:ました|た)|され(?:ました|た|てい)|済み|できました)/,
  ),
];
const guards = [...intention, ...asked, ...negation, ...progress, ...resolution];

export function isNoFinding(sentence: string): boolean {
  const words = sentence.replace(marksBefore, '');
  return hasOne(guards, words, words.toLowerCase());
}
