import { isAgentCached } from '../../scripts/host/ensureAgents';
import { describeSessionsOf } from './sessionsOf';

if (isAgentCached('claude')) {
  describeSessionsOf('claude', (words) => ['-p', words]);
}
