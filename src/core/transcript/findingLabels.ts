// Words that stand in front of what was found out: a label, a heading, or a sentence that says no more
// than that. Looked up, not matched by patterns.

import { isEastern, oneOf, type Sign } from './phrases';

const isAdjective = oneOf(
  'the|a|an|one|another|also|and|but|key|main|root|real|actual|important|quick|first|second|big|only|side|interesting|my|initial|other|new|notable|critical|summary|of',
);
const isLabel = oneOf(
  'note|notes|important|caveat|gotcha|heads-up|heads up|warning|finding|findings|insight|discovery|interesting|confirmed|verified|cause|causes|problem|issue|bug|culprit|reason|catch|cause found|cause identified|cause confirmed|issue found|problem found|bug found|culprit found|worth noting|핵심|핵심 발견|핵심 원인|주의|주의점|주의할 점|주의 사항|주의사항|중요|중요한 점|참고|참고 사항|유의|유의점|유의할 점|결론|근본 원인|원인|원인 파악 완료|원인 확인|원인 발견|실패 원인|문제|문제점|버그|이유|발견|발견 사항|ポイント|注意|注意点|注意事項|重要|重要な点|補足|結論|根本原因|原因|失敗の原因|問題|問題点|バグ|理由|発見|判明',
);
const longestLabel = 40;

/** "Note: …", also where that is written in bold or with an adjective. */
export function hasLabel(words: string): boolean {
  const colon = /[:：]/.exec(words.slice(0, longestLabel))?.index;
  return (
    colon !== undefined &&
    colon < words.length - 1 &&
    isLabel(withoutFirst(isAdjective, plain(words.slice(0, colon))))
  );
}

const isHeading = oneOf(
  "finding|findings|discovery|discoveries|insights|gotchas|caveats|cause|causes|cause analysis|what i found|what i've found|what i found so far|what we found|what i found out|what i learned|what i've learned|what we learned|what i discovered|what i noticed|here's what i found|here is what i found|here's what i learned|problems found|issues found|issue found|bugs found|causes found|problems identified|issues identified|lessons learned|발견|발견 사항|발견사항|발견한 내용|발견한 것|발견한 점|발견한 문제|발견된 문제|주요 발견|주요 발견 사항|핵심 발견|핵심 발견 사항|조사 결과|확인 결과|분석 결과|원인|근본 원인|원인 분석|문제점|문제 원인|알게 된 점|알게 된 것|확인한 내용|확인된 사항|주의할 점|주의 사항|주의사항|유의 사항|調査結果|確認結果|分析結果|原因|根本原因|原因分析|わかったこと|分かったこと|判明したこと|判明した事実|発見|発見事項|発見したこと|主な発見|見つかった問題|発見した問題|問題点|注意点|注意事項",
);

/** Of a line that is a heading by its marks or its colon. */
export function isFindingsHeading(line: string): boolean {
  const trimmed = line.trim();
  return (
    trimmed.length <= longestLabel + 8 &&
    /^[#*_]|[:：][*_]*$/.test(trimmed) &&
    isHeading(withoutFirst(isAdjective, plain(trimmed.toLowerCase().replaceAll('’', "'"))))
  );
}

/** Without what may stand around it, as marks and numbers. */
function plain(lower: string): string {
  return lower.replace(/^[^a-z\u3041-\uD7A3]+|[\s*_:：#!\d]+$/g, '');
}

/** Without the words in front that are such. */
export function withoutFirst(isOne: Sign, lower: string): string {
  let start = 0;
  for (;;) {
    const blank = lower.indexOf(' ', start);
    if (blank < 0 || !isOne(withoutMarks(lower.slice(start, blank)))) {
      return lower.slice(start);
    }
    start = blank + 1;
  }
}

function withoutMarks(word: string): string {
  let end = word.length;
  while (end > 0 && ',.!:;—–-'.includes(word.charAt(end - 1))) {
    end--;
  }
  return word.slice(0, end);
}

const isEmptyWord = oneOf(
  "i|we|i've|we've|have|now|just|finally|can|also|found|see|spotted|identified|located|pinpointed|discovered|understand|know|got|it|the|a|an|another|one|two|three|some|several|both|real|actual|main|root|problem|problems|issue|issues|bug|bugs|cause|causes|culprit|reason|here|is|was|here's|that|that's|this|there|what|what's|happening|going|on|wrong|why|explains|everything|clear|simple|obvious|interesting|so|and|then|in|fact|which",
);
const isAnnouncing = oneOf(
  "found|see|spotted|identified|located|pinpointed|discovered|understand|know|explains|interesting|here's|is|was",
);
/** A longer one stands before what it begins with. */
const emptyPieces =
  ' |드디어|이제|바로|근본|핵심|진짜|실제|실패|문제|버그|오류|원인|이유|찾았|발견했|파악했|알아냈|확인했|특정했|간단합니다|보입니다|습니다|어요|네요|의|을|를|은|는|이|가|점|도|다|ついに|これで|根本|主要な|問題|点|バグ|不具合|原因|理由|見つけました|見つかりました|見えました|発見しました|特定しました|特定できました|分かりました|わかりました|判明しました|突き止めました|簡単です|の|を|が|は|も'.split(
    '|',
  );
const longestAnnouncement = 60;

/** Says only that something was found, or is to be said: what it is comes next. */
export function isAnnouncement(words: string): boolean {
  if (words.length > longestAnnouncement) {
    return false;
  }
  if (isEastern(words)) {
    return words.length > 4 && isMadeOf(emptyPieces, words);
  }
  const each = words.split(/[\s,.!:;—–-]+/).filter((word) => word !== '');
  return each.every((word) => isEmptyWord(word)) && each.some((word) => isAnnouncing(word));
}

function isMadeOf(pieces: readonly string[], text: string): boolean {
  let at = 0;
  while (at < text.length && text.charAt(at) !== ':' && text.charAt(at) !== '：') {
    const piece = pieces.find((each) => text.startsWith(each, at));
    if (piece === undefined) {
      return false;
    }
    at += piece.length;
  }
  return at >= text.length - 1;
}
