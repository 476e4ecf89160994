// Whether the agent knows the MCP server, and whether the server answers.

import type { AgentPlan } from '../install/agentPlan';
import { agentPlans } from '../install/agentPlans';
import { batonCommand } from '../install/batonCommand';
import { seeFile } from '../install/fileChange';
import type { McpServer } from '../install/hookEntries';
import { installScopes, scopeInUse } from '../install/installedScopes';
import type { ScopePaths } from '../install/installPaths';
import { findServer } from '../install/serverEntry';
import { isSameValue } from '../install/settingsHooks';
import { findTomlServer } from '../install/tomlServer';
import { UserError } from '../support/errors';
import { type Message, msg } from '../support/message';
import { shortLine } from '../support/plainText';
import { type DoctorCheck, fail, ok } from './doctorCheck';
import { type DoctorPlace, longestProbeMs } from './doctorPlace';
import { installWith, usedFacts } from './hookChecks';
import { probe } from './probe';
import type { Sandbox } from './sandbox';

export function mcpRegistered(
  place: DoctorPlace,
  plan: AgentPlan = agentPlans.claude,
): DoctorCheck {
  const name = plan.name === 'claude' ? 'mcp registered' : `${plan.name} mcp`;
  const facts = usedFacts(place);
  const problems: Message[] = [];
  for (const scope of installScopes) {
    if (scope !== 'user' && place.root === undefined) {
      continue;
    }
    const { servers, within } = plan.paths(scope, facts);
    try {
      const { text } = seeFile(servers.file, scope === 'shared' ? within : undefined);
      const found = text?.trim() ? findIn(text, servers) : undefined;
      if (found?.isOurs) {
        return isCurrent(found.value, plan.server({ ...place.call, scope }))
          ? ok(name, msg('{0} names the server.', servers.file))
          : fail(
              name,
              msg('The MCP server in {0} is started otherwise than this Baton is.', servers.file),
              installWith(scope, plan.name),
            );
      }
    } catch (error) {
      if (!UserError.is(error)) {
        throw error;
      }
      problems.push(error.text);
    }
  }
  const [problem] = problems;
  const advice = batonCommand('install', scopeInUse(facts, plan), plan.name);
  return problem
    ? fail(name, problem, msg('Mend that file, then run {0} again.', advice))
    : fail(
        name,
        msg('No settings of {0} name the MCP server.', plan.title),
        msg('Run {0}.', advice),
      );
}

function findIn(text: string, { file, path, isToml }: ScopePaths['servers']) {
  return isToml ? findTomlServer(text, file) : findServer(text, file, path);
}

/** Whatever else the agent's own program wrote beside it. */
function isCurrent(value: unknown, wanted: McpServer): boolean {
  const { command, args } = value as Partial<McpServer>;
  return command === wanted.command && isSameValue(args, wanted.args);
}

export async function mcpAnswers(
  { call, signal, version }: DoctorPlace,
  { project, env }: Sandbox,
): Promise<DoctorCheck> {
  const name = 'mcp answers';
  const request = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'baton-doctor', version },
    },
  };
  const { stdout, stderr, ms } = await probe(call.launcher, ['mcp'], {
    cwd: project,
    env,
    input: `${JSON.stringify(request)}\n`,
    timeoutMs: longestProbeMs,
    signal,
    isEnough: isAnswer,
  });
  return isAnswer(stdout)
    ? ok(name, msg('It answered in {0} ms.', ms))
    : fail(
        name,
        msg('It did not answer "initialize". {0}', shortLine(stderr || stdout)),
        msg('Run {0} to see what it says, then "baton install".', `"${call.launcher}" mcp`),
      );
}

function isAnswer(stdout: string): boolean {
  return stdout.split('\n').some((line) => line.includes('"serverInfo"') && /"id":1\b/.test(line));
}
