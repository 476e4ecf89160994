import assert from 'node:assert/strict';
import { setImmediate as tick } from 'node:timers/promises';
import { redactedLogger } from '../../../../src/core/detection/secrets/redactedLogger';

describe('a log without secrets', () => {
  it('keeps every line at its level, and their order', async () => {
    const lines: string[] = [];
    const to = (level: string) => (line: string) => {
      lines.push(`${level} ${line}`);
    };
    const logger = redactedLogger({ info: to('info'), warn: to('warn'), error: to('error') });
    const key = ['AKIA', 'IOSFODNN7', 'EXAMPLE'].join('');
    logger.info('one');
    logger.warn(`git said ${key}`);
    logger.error('three');
    await tick();
    await tick();
    assert.deepEqual(lines, ['info one', 'warn git said [secret: AWS access key]', 'error three']);
  });
});
