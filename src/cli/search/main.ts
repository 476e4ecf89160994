// `baton search` on its own: it is waited for, and needs nothing of what the other verbs bring along.

import { runBaton } from '../run';
import { search } from './search';

runBaton({ search: () => Promise.resolve(search) });
