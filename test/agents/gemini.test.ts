import { isAgentCached } from '../../scripts/host/ensureAgents';
import { describeSessionsOf } from './sessionsOf';

if (isAgentCached('gemini')) {
  describeSessionsOf('gemini', (words) => ['-p', words]);
}
