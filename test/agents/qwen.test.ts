import { isAgentCached } from '../../scripts/host/ensureAgents';
import { describeSessionsOf } from './sessionsOf';

if (isAgentCached('qwen')) {
  describeSessionsOf('qwen', (words) => ['-p', words]);
}
