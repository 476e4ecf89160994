// What a person types to install or uninstall, for messages.

import type { AgentName } from '../transcript/transcriptEvent';
import type { InstallScope } from './hookEntries';

export function batonCommand(
  verb: 'install' | 'uninstall',
  scope: InstallScope,
  agent: AgentName = 'claude',
): string {
  const options = [
    ...(agent === 'claude' ? [] : [`--agent ${agent}`]),
    ...(scope === 'local' ? [] : [`--${scope}`]),
  ];
  return `"${['baton', verb, ...options].join(' ')}"`;
}
