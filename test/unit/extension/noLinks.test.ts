import assert from 'node:assert/strict';
import { noLinks } from '../../../src/extension/views/noLinks';

describe('text of others in messages', () => {
  it('is no link, and reads the same', () => {
    // As VS Code finds links in messages.
    const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["']).+?\3)?\)/i;
    const text = 'not ok 1 - [sum](command:workbench.action.quit) and [x](https://example.com)';
    assert.match(text, link);
    assert.doesNotMatch(noLinks(text), link);
    assert.equal(noLinks(text).replaceAll('\u200B', ''), text);
  });
});
