import { isAgentCached } from '../../scripts/host/ensureAgents';
import { describeSessionsOf } from './sessionsOf';

if (isAgentCached('codex')) {
  describeSessionsOf('codex', (words) => ['exec', words]);
}
