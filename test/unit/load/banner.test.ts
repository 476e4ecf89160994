import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { renderBanner } from '../../../src/core/load/banner';
import { findingsOf } from '../../../src/core/load/findings';
import type { LoadReport } from '../../../src/core/load/loadReport';
import { english, msg, type Translate } from '../../../src/core/support/message';

const rule = '═'.repeat(63);

function inLanguage(language: string): Translate {
  const dictionary = JSON.parse(
    readFileSync(`l10n/bundle.l10n.${language}.json`, 'utf8'),
  ) as Record<string, string>;
  return (template, ...args) => english(dictionary[template] ?? template, ...args);
}

const report: LoadReport = {
  status: 'restored',
  findings: [],
  state: {
    openspec: '00027',
    openspec_status: 'IN_PROGRESS',
    working_on: '사용자 인증 기능 구현 중',
    next_steps: ['UserService 테스트 작성', '로그인 UI 구현'],
    task_progress: { completed: 5, total: 12, percentage: 42 },
  },
  change: {
    id: '00027',
    name: '00027-auth',
    directory: 'openspec/changes/00027-auth',
    title: '사용자 인증 기능',
    archived: false,
    hasProposal: true,
    tasks: [],
    tasksFile: undefined,
  },
  warnings: [],
  isForeign: false,
  resumed: false,
  did: [],
  interrupted: [],
};

const nothing: LoadReport = { ...report, status: 'new', state: null, change: undefined };

const failed: LoadReport = {
  ...report,
  status: 'recovery_failed',
  findings: findingsOf({
    state: { git_branch: 'feature/user-auth', git_commit: 'abc1234' },
    broken: undefined,
    violations: [],
    blockers: [],
    git: {
      branch: 'main',
      commit: 'abc1234',
      pushed: false,
      relation: { kind: 'unknown' },
      uncommitted: ['a'],
      unmerged: [],
      operation: undefined,
    },
    change: undefined,
    missingFiles: [],
    isForeign: false,
    isShared: false,
  }),
};

describe('the banner of a load', () => {
  it('restores a session as the protocol has it', () => {
    assert.deepEqual(renderBanner(report, inLanguage('ko')).split('\n'), [
      rule,
      'SESSION RESTORED',
      rule,
      '',
      'OpenSpec: #00027 - 사용자 인증 기능',
      '상태: IN_PROGRESS',
      '진행률: 5/12 태스크 (42%)',
      '',
      '이전 작업: 사용자 인증 기능 구현 중',
      '',
      '다음 단계:',
      '- UserService 테스트 작성',
      '- 로그인 UI 구현',
      '',
      rule,
      '',
      '계속할까요, 아니면 새 태스크를 시작할까요?',
    ]);
  });

  it('says so in English and Japanese, too', () => {
    const lines = renderBanner(report).split('\n');
    assert.equal(lines[6], 'Progress: 5/12 tasks (42%)');
    assert.equal(lines.at(-1), 'Continue, or start a new task?');
    assert.equal(
      renderBanner(report, inLanguage('ja')).split('\n').at(-1),
      '続けますか、それとも新しいタスクを始めますか?',
    );
  });

  it('asks nothing at a resume', () => {
    assert.equal(
      renderBanner({ ...report, resumed: true })
        .split('\n')
        .at(-1),
      rule,
    );
  });

  it('shows as much as there is', () => {
    const { length } = renderBanner({ ...report, state: {}, change: undefined }).split('\n');
    assert.equal(length, 9);
    const many = { ...report, state: { next_steps: Array<string>(30).fill('step') } };
    assert.match(renderBanner(many), /(?:- step\n){10}… and 20 more\n/);
  });

  it('offers what can be done where nothing was saved', () => {
    assert.deepEqual(renderBanner(nothing).split('\n').slice(1, -2), [
      'NEW SESSION',
      rule,
      '',
      'There is no active task.',
      '',
      'Options:',
      '- Describe the work: baton load --apply start-new --working-on "…"',
      '- See what is planned in ROADMAP.md, and what is known here: baton status',
      '- Find interrupted work: there is none here',
    ]);
  });

  it('lets nobody hide a command in the name of a branch', () => {
    const banner = renderBanner({
      ...nothing,
      interrupted: [
        {
          kind: 'branch',
          id: "a;'$(touch x)",
          title: 'Work',
          detail: msg('checkpoint of {0}', ''),
        },
      ],
    });
    assert.ok(banner.includes(`: git switch 'a;'\\''$(touch x)'`), banner);
  });

  it('numbers what can be done about a failure, each once', () => {
    assert.deepEqual(renderBanner(failed, inLanguage('ko')).split('\n').slice(1, -2), [
      'SESSION RECOVERY FAILED',
      rule,
      '',
      '문제: Git 브랜치가 일치하지 않습니다. 저장된 브랜치는 feature/user-auth, 현재 브랜치는 main입니다.',
      '- 저장된 브랜치: feature/user-auth',
      '- 현재 브랜치: main',
      '문제: 저장된 커밋 "abc1234"을(를) 여기서 찾을 수 없습니다. 다시 작성되었거나 가져온 적이 없습니다.',
      '',
      '옵션:',
      '[1] feature/user-auth(으)로 전환 (baton load --apply switch-branch)',
      '[2] main에서 계속 (저장된 상태 업데이트) (baton load --apply continue-here)',
      '[3] 새 세션 시작 (baton load --apply start-new --working-on "…")',
    ]);
  });
});
