// Adds to a project's knowledge buffer, and reports each entry once it is on disk.
// knowledgeWriter.js <root> <name> <times>
import { knowledgeProject } from '../knowledgeProject';

const [root = '', name = '', times = '1'] = process.argv.slice(2);

void (async () => {
  const project = knowledgeProject(root);
  for (let time = 0; time < Number(times); time++) {
    const source = { spec: name, role: 'builder', task: String(time) };
    const description = `Retry: ${name} ${time}`;
    await project.addKnowledge([{ tag: 'PATTERN', description, source }]);
    process.send?.(description);
  }
  process.disconnect();
})();
