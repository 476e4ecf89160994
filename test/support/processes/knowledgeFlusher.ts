// Adds entries of each tag to a project's knowledge buffer and flushes it, over and over.
// knowledgeFlusher.js <root> <name>
import { knowledgeTags } from '../../../src/core/documents/knowledgeTags';
import { knowledgeProject } from '../knowledgeProject';

const [root = '', name = ''] = process.argv.slice(2);

void (async () => {
  const project = knowledgeProject(root);
  for (let time = 0; ; time++) {
    const description = `${name} ${time}`;
    await project.addKnowledge(knowledgeTags.map((tag) => ({ tag, description })));
    process.send?.(description);
    await project.flushBuffer();
  }
})();
