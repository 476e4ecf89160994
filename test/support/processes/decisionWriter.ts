// Appends decisions to a project's log, and reports the number that each got once it is on disk.
// decisionWriter.js <root> <name> <times>
import { appendDecision } from '../../../src/core/decisions';
import { projectPaths } from '../../../src/core/projectPaths';

const [root = '', name = '', times = '1'] = process.argv.slice(2);

void (async () => {
  const place = { paths: projectPaths(root, '.sdd'), now: () => new Date() };
  for (let time = 0; time < Number(times); time++) {
    const decision = {
      type: 'USER_DECISION',
      summary: `${name}-${time}`,
      reason: 'because '.repeat(50),
      impact: 'It is written down',
    };
    const { id } = await appendDecision(place, decision, { timeoutMs: 120_000 });
    process.send?.({ id, summary: decision.summary });
  }
  process.disconnect();
})();
