// What of a load an agent is told, as plain values. Words of others are quoted; of a state that came
// with the repository nothing is said. Pure.

import { toldLine } from '../context/toldLine';
import { english, type Message, msg, render } from '../support/message';
import type { LoadReport } from './loadReport';
import { notTold } from './verdict';

export interface ToldLoad {
  readonly status: LoadReport['status'];
  readonly findings: readonly ToldFinding[];
  readonly warnings: readonly string[];
  readonly interrupted: readonly string[];
}

export interface ToldFinding {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  /** What was found, then what is said below it. */
  readonly detail: string;
  /** What the user may choose. */
  readonly actions: readonly { readonly id: string; readonly title: string }[];
}

export function toldLoad(report: LoadReport): ToldLoad {
  const { status, isForeign } = report;
  if (isForeign) {
    return { status, findings: [], warnings: [notTold(english).sentence], interrupted: [] };
  }
  return {
    status,
    findings: report.findings.map(({ code, severity, detail, points = [], actions }) => ({
      code,
      severity,
      detail: [detail, ...points].map(told).join(' '),
      actions: actions.map(({ id, title }) => ({ id, title: told(title) })),
    })),
    warnings: [...report.warnings, ...report.did].map(told),
    interrupted: report.interrupted.map(({ id, title, detail }) =>
      told(msg('{0}: {1} ({2})', id, title, detail)),
    ),
  };
}

function told(message: Message): string {
  return toldLine(render(message));
}
