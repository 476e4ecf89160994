// The project that an event is about, if a person enabled it on this machine, and the transcript of
// the session, if it is where its agent keeps them.

import { homedir } from 'node:os';
import { agentOfStore } from '../../core/context/transcriptPlace';
import type { ContextPlace } from '../../core/context/contextPlace';
import { isSessionId } from '../../core/context/contextPlace';
import { dataFolder } from '../../core/dataFolder';
import { enabledProject } from '../../core/enabledRoot';
import type { Project } from '../../core/project';
import { type PlainSettings, plainSettings } from '../../core/plainSettings';
import { projectPaths } from '../../core/projectPaths';
import { sddDirectoryOf } from '../../core/sddDirectory';
import { sddSettingIn } from '../../core/sddSetting';
import { isSurelyAgentShell } from '../../core/support/agentShell';
import type { AgentName } from '../../core/transcript/transcriptEvent';
import { type HookCaller, startedIn } from './hookCall';
import { type HookInput, text } from './hookInput';
import { hookLogger } from './hookLog';

export interface HookProject {
  readonly root: string;
  settings(): PlainSettings;
  open(): Promise<Project>;
  place(): ContextPlace;
}

/**
 * undefined where hooks are not to act, which is most places: that has to be found out quickly. A
 * session belongs to the folder it was started in, wherever the agent has gone since; a run to the
 * folder it ran in.
 */
export function hookProject(
  input: HookInput,
  caller: HookCaller,
  of: 'session' | 'run' = 'session',
): HookProject | undefined {
  const { env, agent, isShared } = caller;
  const started = startedIn(caller);
  const here = text(input.cwd);
  const cwd = of === 'session' ? started || here : here || started;
  // An agent's own shell that plays the harness could have anything run again by it.
  if (cwd === '' || isSurelyAgentShell(env)) {
    return undefined;
  }
  const home = homedir();
  const data = dataFolder({ env, platform: process.platform, home });
  const isOwn = agent !== 'claude' && !isShared;
  const found = enabledProject(cwd, {
    dataFolder: data,
    home,
    agent: isOwn ? agent : undefined,
  });
  if (!found) {
    return undefined;
  }
  const { root, repository, id } = found;
  let known: PlainSettings | undefined;
  const settings = () =>
    (known ??= plainSettings({
      root,
      repository,
      knownId: id,
      dataFolder: data,
      paths: projectPaths(root, ''),
    }));
  let place: ContextPlace | undefined;
  return {
    root,
    settings,
    open: async () => (await import('../openProject')).openProject({ cwd: root, env }, 'hook'),
    place: () =>
      (place ??= {
        root,
        paths: projectPaths(root, sddDirectoryOf(root, sddSettingIn(env, settings())).directory),
        repository,
        knownId: id,
        dataFolder: data,
        home,
        env,
        logger: hookLogger(text(input.hook_event_name), env),
        now: () => new Date(),
      }),
  };
}

export interface HookSession {
  readonly session: string;
  readonly agent: AgentName;
  readonly transcript: string;
}

/** undefined where the transcript is not there yet, or is not one that may be read. */
export function hookSession(
  input: HookInput,
  { home, env }: Pick<ContextPlace, 'home' | 'env'>,
): HookSession | undefined {
  const session = text(input.session_id);
  const transcript = text(input.transcript_path);
  const agent = transcript === '' ? undefined : agentOfStore(transcript, { home, env });
  return agent && isSessionId(session) ? { session, agent, transcript } : undefined;
}
