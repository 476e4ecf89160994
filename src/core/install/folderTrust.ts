// Folders that the user trusts, as Gemini CLI and Qwen Code keep them. In others they run neither hooks
// nor MCP servers, the user's own included.

import path from 'node:path';
import { isWithinFolder } from '../stores/regularFile';
import { withoutByteOrderMark } from '../support/byteOrderMark';
import { msg } from '../support/message';
import { recordOf } from '../transcript/lineValues';
import { withoutComments } from './jsonComments';
import { readQuietly, realOf, type TrustFacts, type TrustProblem } from './trust';

export interface TrustedFolders {
  /** The agent, for people and as it is started. */
  readonly title: string;
  readonly program: string;
  readonly list: string;
  readonly settings: string;
  /** Whether it asks, unless its settings say. */
  readonly isOnByDefault: boolean;
}

export function folderTrust({ root }: TrustFacts, of: TrustedFolders): TrustProblem[] {
  if (root === undefined || !isOn(of)) {
    return [];
  }
  const trust = trustOf(root, readJson(of.list));
  if (trust === 'trusted') {
    return [];
  }
  const fix = msg(
    'Start {0} in {1} and choose "Trust folder"; where it does not ask, its /permissions command does.',
    of.program,
    root,
  );
  return trust === 'refused'
    ? [
        {
          detail: msg(
            'You told {0} not to trust {1}, so it runs neither hooks nor MCP servers there.',
            of.title,
            root,
          ),
          fix,
        },
      ]
    : [
        {
          detail: msg(
            '{0} runs hooks and MCP servers only in folders that you trust, and you have not said so of {1} yet.',
            of.title,
            root,
          ),
          fix,
        },
      ];
}

function isOn({ settings, isOnByDefault }: TrustedFolders): boolean {
  const { folderTrust: setting } = recordOf(readJson(settings).security);
  const { enabled } = recordOf(setting);
  return typeof enabled === 'boolean' ? enabled : isOnByDefault;
}

function readJson(file: string): Readonly<Record<string, unknown>> {
  try {
    return recordOf(JSON.parse(withoutComments(withoutByteOrderMark(readQuietly(file)))));
  } catch {
    return {};
  }
}

/** The longest rule that holds for a folder decides. */
function trustOf(
  root: string,
  rules: Readonly<Record<string, unknown>>,
): 'trusted' | 'refused' | undefined {
  const real = realOf(root);
  const [rule] = Object.entries(rules)
    .filter(([folder, level]) => {
      const meant = level === 'TRUST_PARENT' ? path.dirname(folder) : folder;
      return path.isAbsolute(meant) && isWithinFolder(realOf(meant), real);
    })
    .toSorted(([one], [other]) => other.length - one.length);
  switch (rule?.[1]) {
    case 'TRUST_FOLDER':
    case 'TRUST_PARENT':
      return 'trusted';
    case 'DO_NOT_TRUST':
      return 'refused';
    default:
      return undefined;
  }
}
