// What is known of the agent sessions of each project: read in the background, a little at a time, and
// only while somebody looks. The Agents view shows it as it is.

import * as vscode from 'vscode';
import type { ProposedAgent } from '../../core/agents/addedAgents';
import type { SessionList } from '../../core/agents/sessionList';
import type { Project } from '../../core/project';
import { describeError } from '../../core/support/errors';
import type { Projects } from '../projects';

export interface AgentList extends SessionList {
  readonly proposals: readonly ProposedAgent[];
}

export interface AgentLists extends vscode.Disposable {
  /** undefined until it was read once. */
  of(root: string): AgentList | undefined;
  readonly onDidChange: vscode.Event<void>;
  /** Reads it now, all of it; for commands that need to know. */
  read(project: Project): Promise<AgentList>;
  /** Something happened: soon it is read again. */
  refresh(): void;
  /** Whether somebody sees it. */
  setVisible(isVisible: boolean): void;
}

/** Snapshots come in bunches, and transcripts grow with every word. */
const calmMs = 1_000;
const pollMs = 15_000;
/** Between two parts of a long reading, so that the window has its turn. */
const pauseMs = 20;
/** Of 150 ms: a first reading of many gigabytes goes on at the next look. */
const mostParts = 400;

export function createAgentLists(projects: Projects, log: vscode.LogOutputChannel): AgentLists {
  const lists = new Map<string, AgentList>();
  const reading = new Map<string, Promise<AgentList>>();
  const changed = new vscode.EventEmitter<void>();
  let isVisible = false;
  let isDisposed = false;
  let timer: NodeJS.Timeout | undefined;

  const readPart = async (project: Project): Promise<AgentList> => {
    const list = {
      ...(await project.agentSessions()),
      proposals: await project.proposedAgents(),
    };
    const isNews = JSON.stringify(list) !== JSON.stringify(lists.get(project.root));
    if (isNews && !isDisposed) {
      lists.set(project.root, list);
      changed.fire();
    }
    return list;
  };
  const readAll = async (project: Project): Promise<AgentList> => {
    let list = await readPart(project);
    for (let part = 1; list.pending > 0 && part < mostParts && !isDisposed; part++) {
      const before = list.pending;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      list = await readPart(project);
      // What cannot be read stays so.
      if (list.pending >= before && part > 20 && part % 20 === 0) {
        break;
      }
    }
    return list;
  };
  /** One at a time for each project. */
  const read = (project: Project): Promise<AgentList> => {
    const known = reading.get(project.root);
    if (known) {
      return known;
    }
    const started = readAll(project).finally(() => reading.delete(project.root));
    reading.set(project.root, started);
    return started;
  };
  const readEach = () => {
    timer = undefined;
    for (const project of projects.all.filter(({ snapshot }) => snapshot)) {
      read(project).catch((error: unknown) => {
        log.warn(`The sessions of agents could not be listed: ${describeError(error)}`);
      });
    }
    wake(pollMs);
  };
  /** Without anybody who looks, the next look brings it up to date. */
  const wake = (inMs: number) => {
    if (timer === undefined && isVisible && !isDisposed) {
      timer = setTimeout(readEach, inMs);
    }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = undefined;
    wake(calmMs);
  };

  const listeners = vscode.Disposable.from(
    changed,
    projects.onDidChange(soon),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) {
        soon();
      }
    }),
  );
  return {
    of: (root) => lists.get(root),
    onDidChange: changed.event,
    read,
    refresh: soon,
    setVisible: (visible) => {
      isVisible = visible;
      if (visible) {
        clearTimeout(timer);
        timer = undefined;
        wake(0);
      }
    },
    dispose: () => {
      isDisposed = true;
      clearTimeout(timer);
      listeners.dispose();
    },
  };
}
