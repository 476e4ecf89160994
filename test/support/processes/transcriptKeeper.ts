// Keeps the transcripts of a project, over and over, and reports when it begins.
// transcriptKeeper.js <folder of transcriptFolder>
import { transcriptFolder } from '../claudeTranscripts';

const [folder = ''] = process.argv.slice(2);

void (async () => {
  const { project } = transcriptFolder(folder);
  process.send?.('begin');
  for (;;) {
    await project.keepTranscripts();
  }
})();
