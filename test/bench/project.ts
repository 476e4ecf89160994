import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createProject, type Project } from '../../src/core/project';
import { english } from '../../src/core/support/message';
import { silentLogger } from '../../src/core/support/logger';
import { decisionsTree } from '../../src/extension/views/decisionsTree';
import { childrenOf, type TreeNode } from '../../src/extension/views/treeNode';
import { longLog } from './longLog';
import { compare } from './measure';
import type { Row } from './row';

const decisions = 10_000;

/** What a look at a project with a long history costs the extension host. */
export async function benchProject(): Promise<Row[]> {
  const root = mkdtempSync(path.join(realpathSync(tmpdir()), 'baton-bench-'));
  const handover = path.join(root, '.claude', 'sdd', 'handover');
  const file = path.join(handover, 'decisions.md');
  mkdirSync(handover, { recursive: true });
  writeFileSync(file, longLog(decisions));
  const open = (): Project =>
    createProject({
      root,
      home: tmpdir(),
      env: process.env,
      host: 'test',
      logger: silentLogger,
      now: () => new Date(),
    });
  const warm = open();
  const snapshot = await warm.refresh();
  const rendering = { t: english, language: 'en', now: new Date(), trusted: true };
  try {
    return [
      await compare(
        41,
        `first look at ${decisions} decisions`,
        () => open().refresh(),
        'read and split the file',
        () => readFileSync(file, 'utf8').split('\n').length,
      ),
      await compare(
        301,
        `first draw of ${decisions} decisions`,
        () => seen(decisionsTree(snapshot, rendering)).length,
        'read and split the file',
        () => readFileSync(file, 'utf8').split('\n').length,
      ),
      await compare(
        301,
        'look again, nothing changed',
        () => warm.refresh(),
        'stat of 20 files',
        () => {
          for (let count = 0; count < 20; count++) {
            statSync(file);
          }
        },
      ),
    ];
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** The rows that VS Code asks for when it draws a view. */
function seen(nodes: readonly TreeNode[]): TreeNode[] {
  return nodes.flatMap((node) => [node, ...(node.expanded ? seen(childrenOf(node)) : [])]);
}
