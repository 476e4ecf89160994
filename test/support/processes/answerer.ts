// Answers the questions that it is told of, and says what came of it.

import { answerQuestion } from '../../../src/core/sessions/questions';
import { UserError } from '../../../src/core/support/errors';
import { livePlace } from '../livePlace';

const [root = '', name = ''] = process.argv.slice(2);
const place = livePlace(root);

process.on('message', (ids: string[]) => {
  void answerAll(ids);
});
process.send?.('ready');

async function answerAll(ids: readonly string[]): Promise<void> {
  const told: [id: string, isFirst: boolean, message: string][] = [];
  for (const id of ids) {
    try {
      await answerQuestion(place, id, {
        answer: `${name} says yes`,
        source: 'cli',
        respondedBy: name,
      });
      told.push([id, true, '']);
    } catch (error) {
      if (!UserError.is(error, 'answered')) {
        throw error;
      }
      told.push([id, false, error.message]);
    }
  }
  process.send?.(told);
}
