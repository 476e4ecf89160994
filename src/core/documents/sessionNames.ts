// What people call the parts of session.md: in other languages, numbered, with a picture in front or a
// colon behind. Pure; only for finding them, nothing is ever renamed.

/** By the English name, each as `plainName` leaves it. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  'session handover': ['セッション引き継ぎ', 'セッションハンドオーバー', '세션 인수인계'],
  generated: [
    '生成日',
    '生成日時',
    '作成日',
    '作成日時',
    '생성일',
    '생성일시',
    '작성일',
    '작성일시',
  ],
  branch: ['ブランチ', '브랜치'],
  'session goal': ['セッション目標', 'セッションの目標', 'セッションゴール', '세션 목표'],
  mode: ['モード', '모드'],
  direction: ['方向', '方向性', '방향', '방향성'],
  'immediate next action': [
    ...['immediate next actions', 'next action', 'next actions', 'next step', 'next steps'],
    ...['直近の次アクション', '直近の次のアクション', '直近のアクション', '即時の次アクション'],
    ...['次のアクション', '次アクション', '次のステップ', '次にやること'],
    ...['즉시 다음 행동', '즉시 다음 작업', '즉시 다음 액션', '다음 행동', '다음 작업'],
    ...['다음 액션', '다음 단계', '다음 할 일'],
  ],
  'active goals': [
    ...['アクティブな目標', 'アクティブゴール', '進行中の目標', '現在の目標'],
    ...['활성 목표', '진행 중인 목표', '현재 목표'],
  ],
  'key decisions': [
    ...['主要な決定', '主要な決定事項', '主な決定', '主な決定事項', '重要な決定', '重要な決定事項'],
    ...[
      '決定事項',
      '주요 결정',
      '주요 결정사항',
      '주요 결정 사항',
      '핵심 결정',
      '결정 사항',
      '결정사항',
    ],
  ],
  warnings: [
    ...['warning', '警告', '注意', '注意点', '注意事項', '경고', '주의', '주의사항', '주의 사항'],
  ],
  'session context': [
    ...['セッションコンテキスト', 'セッションの文脈', 'セッション文脈'],
    ...['세션 컨텍스트', '세션 맥락', '세션 문맥'],
  ],
  'tone and nuance': [
    ...['tone & nuance', 'tone/nuance', 'tone / nuance'],
    ...['トーンとニュアンス', 'トーン・ニュアンス', 'トーン/ニュアンス'],
    ...['톤과 뉘앙스', '톤 및 뉘앙스', '어조와 뉘앙스'],
  ],
  'steering exceptions': [
    ...['ステアリング例外', 'ステアリングの例外', 'ステアリングからの逸脱', '스티어링 예외'],
  ],
  accomplished: [
    ...['accomplishments', '完了した作業', '完了事項', '達成事項', '成果', '成果物'],
    ...['완료한 작업', '완료된 작업', '완료 사항', '달성 사항', '성과'],
  ],
  'modified files': [
    ...['files modified', 'changed files', 'files changed'],
    ...['変更ファイル', '変更したファイル', '変更されたファイル', '修正ファイル'],
    ...['수정된 파일', '수정한 파일', '변경된 파일', '변경한 파일', '변경 파일'],
  ],
  'resume instructions': [
    ...['再開手順', '再開の手順', '再開方法', '재개 절차', '재개 방법', '재개 지침'],
  ],
};

const english = new Map(
  Object.entries(otherNames).flatMap(([name, others]) =>
    [name, ...others].map((each) => [each, name] as const),
  ),
);

const isPlain = /^[ -)+-^a-~]*$/;

/** Without what sets a name off: case, bold, spaces. */
export function plainName(text: string): string {
  const folded = isPlain.test(text) ? text : text.normalize('NFKC').replace(/[*_`]/g, '');
  return folded.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The English name of that part; undefined where it is none. */
export function partNamed(text: string): string | undefined {
  // What is much longer than the longest name is a sentence.
  if (text.length > 80) {
    return undefined;
  }
  const plain = plainName(text).replace(/[\s:.]+$/, '');
  const note = /\s*\(([^()]*)\)$/.exec(plain);
  if (note && ofBefore.test(note[1] ?? '')) {
    return undefined;
  }
  const bare = plain
    .slice(0, note?.index)
    .replace(/^[^\p{L}]+/u, '')
    .replace(/[\s:.]+$/, '');
  return english.get(bare);
}

/** `Warnings (previous session)` are others. */
const ofBefore =
  /previous|prior|earlier|\bold\b|past|last|archiv|obsolete|supersede|carr|continu|前|過去|旧|継続|이전|지난|과거|계속/;
