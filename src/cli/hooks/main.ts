// `baton hook EVENT`, in a bundle of its own: agents run it several times on every turn. It prints
// what an event may add to the conversation, and always ends well.

import { runHook } from './hook';

void runHook(process.argv[3] ?? '', process.env).then((text) => {
  process.stdout.write(text, () => process.exit(0));
});
process.stdout.on('error', () => process.exit(0));
