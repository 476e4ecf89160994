// A repository in which a person enabled Baton, and servers that agents would start in it.

import { useBlockerCommandLine } from './blockerCommandLine';
import { type Answer, type McpClient, type ServerStart, useMcpServers } from './mcpClient';
import type { WorkRepository } from './workRepository';

export function useMcpProject() {
  const line = useBlockerCommandLine();
  const { root, scratch, dataFolder, repository, enable } = line;
  const startServer = useMcpServers();
  const start = ({ cwd = root(), env, ...more }: Partial<ServerStart> = {}): Promise<McpClient> =>
    startServer({
      cwd,
      env: { HOME: scratch('home'), BATON_HOME: dataFolder(), ...env },
      ...more,
    });
  return {
    ...line,
    start,
    create: (): WorkRepository => {
      const made = repository();
      enable();
      return made;
    },
  };
}

/** What it answers, or a failure that shows why it does not; the test knows its shape. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
export function valueOf<T = Record<string, unknown>>(answer: Answer): T {
  const { result } = answer;
  if (!result?.structuredContent || result.isError) {
    throw new Error(`no answer: ${JSON.stringify(answer).slice(0, 2_000)}`);
  }
  return result.structuredContent as T;
}

/** The sentence of a refusal; empty where it did not refuse. */
export function refusalOf({ result, error }: Answer): string {
  return result?.isError ? (result.content?.[0]?.text ?? '') : (error?.message ?? '');
}
