import assert from 'node:assert/strict';
import type * as z from 'zod/mini';
import { blockersFileSchema } from '../../../src/core/schemas/blocker';
import { deliveriesFileSchema } from '../../../src/core/schemas/delivery';
import { environmentSchema } from '../../../src/core/schemas/environment';
import { bufferDocumentSchema, specSchema } from '../../../src/core/schemas/handover';
import {
  commandResultSchema,
  commandSchema,
  notificationSchema,
  questionSchema,
  responseSchema,
  sessionMetaSchema,
} from '../../../src/core/schemas/liveSession';
import { registrySchema } from '../../../src/core/schemas/registry';
import { sessionContextSchema } from '../../../src/core/schemas/sessionContext';
import { requiredToSave, sessionStateSchema } from '../../../src/core/schemas/sessionState';
import { isTimestamp } from '../../../src/core/support/time';

const blocker = {
  type: 'build_error',
  severity: 'critical',
  description: 'CMake 설정 오류로 빌드 실패',
  error_pattern: 'Could NOT find Qt6',
  resolution: 'vcpkg.json 의존성 확인 필요',
  appeared_after: 'Qt6 버전 업그레이드 후',
  detected_at: '2026-01-04T10:30:00Z',
  auto_detected: true,
  recovery_agent: 'cpp-builder',
  recovery_attempted: 0,
  max_recovery_attempts: 3,
};
const state = {
  mode: 'sync',
  saved_at: '2025-01-15T14:30:00',
  git_branch: 'feature/user-auth',
  git_commit: 'abc1234',
  git_pushed: true,
  openspec: '00027',
  openspec_status: 'IN_PROGRESS',
  working_on: '사용자 인증 기능 구현 중',
  next_steps: ['UserService 테스트 작성', '로그인 UI 구현'],
  blocker: null,
  completed_tasks: ['UserModel 클래스 작성', 'API 클라이언트 구현'],
  pending_tasks: ['UserService 테스트', '로그인 UI', '문서화'],
  task_progress: { completed: 5, total: 12, percentage: 42 },
};
const environment = {
  terminal: 'vscode',
  shell: 'zsh',
  pid: 4242,
  displayName: 'VS Code',
  remote: null,
};
const time = '2026-01-15T10:30:00Z';
const session = '0b0e7a52-5d34-4a3c-9d4e-2f1f6f1f0c11';

/** An example of every file, as the designs show it: all of it is read, nothing is lost. */
const examples: [name: string, schema: z.ZodMiniType, example: unknown][] = [
  ['session-state.json', sessionStateSchema, state],
  ['session-state.json, blocked', sessionStateSchema, { ...state, blocker, blockers: [blocker] }],
  [
    'session-state.json, no OpenSpec',
    sessionStateSchema,
    { ...state, openspec: null, openspec_status: null },
  ],
  [
    'state/blockers.json',
    blockersFileSchema,
    {
      version: 1,
      open: [blocker],
      closed: [{ ...blocker, closed_at: time, closed_by: 'npm test' }],
    },
  ],
  [
    'state/deliveries.json',
    deliveriesFileSchema,
    {
      version: 1,
      deliveries: [
        {
          id: '0a1b2c3d',
          session_id: session,
          agent: 'claude',
          event: 'SessionStart',
          source: 'compact',
          at: time,
          characters: 6120,
          left_out: ['3 more of "Discoveries" in .claude/session-context.json'],
          status: 'arrived',
          arrived_at: time,
        },
      ],
    },
  ],
  [
    'session-context.json',
    sessionContextSchema,
    {
      meta: { version: '2.0', saved_at: time, session_id: session, project: '/absolute/path' },
      goal: { original_request: '사용자의 원래 요청', current_objective: '현재 진행 중인 목표' },
      progress: { done: ['1'], current: ['2'], pending: ['3'] },
      decisions: [{ what: '결정 내용', why: '결정 이유', rejected: ['거부된 대안 1'] }],
      discoveries: [{ file: '파일 경로', insight: '발견한 내용', timestamp: time }],
      state: { recent_files: ['a.ts'], blockers: ['b'], errors: ['e'] },
    },
  ],
  [
    'state/registry.json',
    registrySchema,
    {
      'user-session-001': {
        cli_name: 'claude',
        cli_session_id: 'uuid-abc-123',
        created_at: '2025-12-02T10:00:00',
        last_used: '2025-12-02T10:05:00',
        request_count: 5,
      },
      'user-session-002': {
        cli_name: 'gemini',
        cli_session_id: 'latest',
        created_at: time,
        last_used: time,
        request_count: 3,
        cwd: '/p',
        repo: session,
        title: 'Auth',
      },
    },
  ],
  ['environment', environmentSchema, environment],
  [
    'sessions/<id>/meta.json',
    sessionMetaSchema,
    {
      sessionId: session,
      claudeSessionId: session,
      agent: 'claude',
      environment,
      projectPath: '/p',
      projectName: 'p',
      gitBranch: 'main',
      createdAt: time,
      lastActiveAt: time,
      status: 'waiting',
      slackThreadTs: null,
    },
  ],
  [
    'questions/<id>.json',
    questionSchema,
    {
      questionId: 'q-1768473000000-0a1b2c',
      sessionId: session,
      question: 'Which?',
      options: ['a', 'b'],
      context: null,
      createdAt: time,
      timeout: 300,
      status: 'pending',
    },
  ],
  [
    'responses/<id>.json',
    responseSchema,
    {
      questionId: 'q-1768473000000-0a1b2c',
      answer: 'a',
      respondedBy: 'me',
      respondedAt: time,
      source: 'slack_button',
    },
  ],
  [
    'notifications/<id>.json',
    notificationSchema,
    {
      notificationId: 'n-1768473000000-0a1b2c',
      sessionId: session,
      message: 'done',
      level: 'info',
      createdAt: time,
    },
  ],
  [
    'commands/<id>.json',
    commandSchema,
    {
      commandId: 'cmd-1768473000000-0a1b2c',
      sessionId: session,
      command: 'run the tests',
      requestedBy: 'me',
      createdAt: time,
      status: 'pending',
    },
  ],
  [
    'commands/<id>.result.json',
    commandResultSchema,
    { commandId: 'cmd-1768473000000-0a1b2c', result: 'ok', completedAt: time },
  ],
  [
    'buffer.md',
    bufferDocumentSchema,
    {
      updated: time,
      knowledge: [
        { tag: 'PATTERN', description: 'd', source: { spec: 'auth', role: 'builder', task: '3' } },
      ],
      skillCandidates: [{ name: 'retry', specs: ['auth', 'api'], occurrences: 2 }],
    },
  ],
  [
    'spec.yaml',
    specSchema,
    { phase: 'impl', blocked_info: null, roadmap: { wave: 2 }, dependencies: ['auth'] },
  ],
];

describe('schemas', () => {
  for (const [name, schema, example] of examples) {
    it(`read ${name} without loss`, () => {
      const result = schema.safeParse(example);
      assert.deepEqual(result.error?.issues ?? [], []);
      assert.deepEqual(result.data, example);
    });
  }

  it('name the nine fields that every save writes', () => {
    assert.equal(requiredToSave.length, 9);
    assert.deepEqual(
      requiredToSave.filter((field) => !(field in state)),
      [],
    );
  });

  const refused: [name: string, schema: z.ZodMiniType, example: unknown][] = [
    ['a question id that is a path', questionSchema.shape.questionId, 'q-1768473000000-../../x'],
    ['a session id that is a path', registrySchema, { '../../etc/passwd': {} }],
    ['a blocker type that is none', blockersFileSchema, { open: [{ type: 'mood' }] }],
    ['a mode that is none', sessionStateSchema, { mode: 'fast' }],
  ];
  for (const [name, schema, example] of refused) {
    it(`refuse ${name}`, () => {
      assert.equal(schema.safeParse(example).success, false);
    });
  }

  const times: [text: string, isTime: boolean][] = [
    ['2025-01-15T14:30:00', true],
    ['2026-01-15T10:30:00Z', true],
    ['2026-01-15T10:30:00.123+09:00', true],
    ['2026-01-15 10:30', true],
    ['2026-01-15', true],
    ['2026-13-45T10:30:00Z', false],
    ['yesterday', false],
    ['', false],
  ];
  for (const [text, isTime] of times) {
    it(`${isTime ? 'take' : 'refuse'} "${text}" as a time`, () => {
      assert.equal(isTimestamp(text), isTime);
    });
  }
});
