// `baton decision list` and `show` on their own: a long log is asked for often, and needs nothing of
// what the other verbs bring along.

import { msg } from '../../core/support/message';
import { runBaton } from '../run';
import { readVerbs } from './readVerbs';

runBaton({
  decision: () =>
    Promise.resolve({ summary: msg('Note, list and show decisions'), verbs: readVerbs }),
});
