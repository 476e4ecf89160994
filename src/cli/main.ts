// The `baton` command with all its verbs.

import { runBaton } from './run';
import type { Verb, VerbGroup, Verbs } from './verb';

const verbs: Verbs<Verb | VerbGroup> = {
  save: async () => (await import('./save')).save,
  load: async () => (await import('./load')).load,
  handover: async () => (await import('./handover')).handover,
  status: async () => (await import('./status')).status,
  context: async () => (await import('./context/context')).context,
  decision: async () => (await import('./decision/decision')).decision,
  blocker: async () => (await import('./blocker/blocker')).blocker,
  draft: async () => (await import('./draft')).draft,
  buffer: async () => (await import('./buffer/buffer')).buffer,
  sessions: async () => (await import('./sessions/sessions')).sessions,
  agent: async () => (await import('./agent/agent')).agent,
  search: async () => (await import('./search/search')).search,
  install: async () => (await import('./install')).install,
  uninstall: async () => (await import('./uninstall')).uninstall,
  doctor: async () => (await import('./doctor')).doctor,
  env: async () => (await import('./env')).env,
  hook: async () => (await import('./hooks/verb')).hook,
  mcp: async () => (await import('./mcp')).mcp,
};

runBaton(verbs);
