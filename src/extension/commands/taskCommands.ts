// Commands on tasks and next steps: on a row of the Session view, or picked from a list.

import * as vscode from 'vscode';
import type { Project } from '../../core/project';
import type { TaskList } from '../../core/protocol/tasks';
import type { TaskEdit } from '../../core/taskEdits';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { oneLine } from '../../core/support/plainText';
import { commands } from '../contributions';
import type { Projects } from '../projects';
import { t } from '../translate';
import { noIcons } from '../views/noIcons';
import { movedIndex, openItems } from '../views/taskNodes';
import type { ListItem, TreeNode } from '../views/treeNode';
import { chooseProject } from './chooseProject';
import { registerCommands } from './commandSet';
import { editNextSteps } from './nextStepsPick';
import { projectOf, type ProjectRow } from './projectOf';
import { reportKept } from './sessionCommands';

export function registerTaskCommands(
  projects: Projects,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  /** For commands that are only on rows. */
  const onRow =
    (
      toEdit: (
        item: ListItem,
        ...args: never[]
      ) => TaskEdit | undefined | Thenable<TaskEdit | undefined>,
    ) =>
    async (node?: TreeNode, ...args: never[]) => {
      const edit = node?.item && (await toEdit(node.item, ...args));
      if (edit) {
        await applyEdit(projectOf(projects, node), edit);
      }
    };
  const add = (list: TaskList) => async (row?: ProjectRow) => {
    const project = await chooseProject(projects, row);
    const text = await askForText(list, '');
    if (text !== undefined) {
      await applyEdit(project, { kind: 'add', list, text });
    }
  };
  const move = (item: ListItem, to: number): TaskEdit => ({ kind: 'move', ...listed(item), to });
  const moveBy = (steps: -1 | 1) => async (node?: TreeNode) => {
    const project = projectOf(projects, node);
    const to = node?.item && movedIndex(node.item, steps, project.snapshot);
    if (node?.item && to !== undefined) {
      await applyEdit(project, move(node.item, to));
    }
  };

  return registerCommands(log, {
    [commands.addStep]: add('next_steps'),
    [commands.addTask]: add('pending_tasks'),
    [commands.completeStep]: onRow((item) => ({ kind: 'tickStep', item })),
    [commands.checkTask]: onRow((item) => ({ kind: 'tick', item })),
    [commands.uncheckTask]: onRow((item) => ({ kind: 'untick', item })),
    [commands.moveUp]: moveBy(-1),
    [commands.moveDown]: moveBy(1),
    [commands.moveItem]: onRow((item, to: number) => move(item, to)),
    [commands.removeItem]: onRow((item) => ({ kind: 'remove', ...listed(item) })),
    [commands.editItem]: onRow(async (item) => {
      const text = await askForText(item.list, item.text);
      return text === undefined ? undefined : { kind: 'rename', ...listed(item), text };
    }),
    [commands.completeTask]: async (row?: ProjectRow) =>
      completeSome(await chooseProject(projects, row)),
    [commands.editNextSteps]: async (row?: ProjectRow) => {
      const project = await chooseProject(projects, row);
      return editNextSteps({
        steps: () => project.snapshot?.state?.next_steps ?? [],
        ask: (text) => askForText('next_steps', text),
        apply: (edit) => applyEdit(project, edit),
      });
    },
  });
}

const listed = (item: ListItem) => ({ list: item.list, item });

async function applyEdit(project: Project, edit: TaskEdit): Promise<void> {
  const { keptAside } = await project.editTasks(edit);
  void reportKept(project, keptAside);
}

function askForText(list: TaskList, value: string): Thenable<string | undefined> {
  const isStep = list === 'next_steps';
  return vscode.window.showInputBox({
    title:
      value === ''
        ? isStep
          ? t('Add Next Step')
          : t('Add Task')
        : isStep
          ? t('Edit Next Step')
          : t('Edit Task'),
    prompt: t('What is to be done?'),
    value,
    validateInput: (text) =>
      text.trim() === '' ? t('Describe the work in a few words.') : undefined,
  });
}

async function completeSome(project: Project): Promise<void> {
  const items = project.snapshot ? openItems(project.snapshot) : [];
  if (items.length === 0) {
    throw new UserError('nothing-open', msg('Nothing is left to do: there are no open tasks.'));
  }
  const picked = await vscode.window.showQuickPick(
    items.map((item) => ({
      label: noIcons(oneLine(item.text)),
      description: item.list === 'next_steps' ? t('next step') : undefined,
      item,
    })),
    { title: t('Complete Tasks'), placeHolder: t('What is done?'), canPickMany: true },
  );
  for (const { item } of picked ?? []) {
    await applyEdit(project, { kind: item.list === 'next_steps' ? 'tickStep' : 'tick', item });
  }
}
