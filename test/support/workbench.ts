// Finding one's way in the workbench: the parts of its page that end-to-end tests read and use.
// It relies on roles and ids that VS Code keeps stable, as its own smoke tests do.

import type { Locator, Page } from 'playwright-core';

const readyMs = 90_000;

export interface TreeRow {
  label: string;
  description: string;
  level: number;
  /** Undefined when it has no children. */
  expanded: boolean | undefined;
}

export interface Workbench {
  /** Waits until the window can be used: its parts are there and the remote is connected. */
  ready(): Promise<void>;
  /** Shows a view container by the title of its icon in the activity bar. */
  openViewContainer(title: string): Promise<void>;
  /** Whether the Explorer shows a folder, soon. */
  hasFolders(): Promise<boolean>;
  /** The section of a view in the side bar, by its title. */
  view(title: string): Locator;
  /** Unfolds a view that is folded to its title. */
  unfoldView(title: string): Promise<void>;
  /** Folds a view to its title, so that others have its room: only rows that fit are there. */
  foldView(title: string): Promise<void>;
  /** The rows that a view shows now, from top to bottom. */
  treeRows(title: string): Promise<TreeRow[]>;
  /** The text of a status bar item, by the id of its extension or a part of its text. */
  statusBarItem(idOrText: string): Locator;
  /** Runs a command by its title, as a user does. */
  runCommand(title: string): Promise<void>;
}

/** The part of the page's elements that is used here: Node's types know none. */
interface PageElement {
  textContent: string | null;
  getAttribute(name: string): string | null;
  getBoundingClientRect(): { top: number };
  querySelector(selector: string): PageElement | null;
}

const foldersMs = 5_000;

export function createWorkbench(page: Page): Workbench {
  const openViewContainer = async (title: string): Promise<void> => {
    // Where the name is depends on the version: on the tab, or on the icon inside it.
    const named = `[aria-label^="${title}"]`;
    const icon = page
      .locator('.part.activitybar [role="tab"]')
      .and(page.locator(`${named}, :has(${named})`))
      .first();
    await icon.waitFor({ timeout: readyMs });
    if ((await icon.getAttribute('aria-selected')) !== 'true') {
      await icon.click();
      // Away from the icon, whose hover would be in every picture.
      await page.mouse.move(800, 400);
    }
    await page.locator('.part.sidebar .composite.title .title-label', { hasText: title }).waitFor();
  };
  const view = (title: string): Locator =>
    page.locator('.part.sidebar .pane').filter({
      has: page.locator('.pane-header .title', { hasText: new RegExp(`^\\s*${title}\\s*$`, 'i') }),
    });
  const turn = async (title: string, isOpen: boolean): Promise<void> => {
    const header = view(title).locator('.pane-header');
    await header.waitFor();
    if ((await header.getAttribute('aria-expanded')) !== String(isOpen)) {
      await header.click({ position: { x: 12, y: 8 } });
    }
  };
  return {
    ready: async () => {
      await page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: readyMs });
      // The Explorer shows the folder as soon as the remote answers.
      await page
        .locator('.part.statusbar [id="status.host"]')
        .first()
        .waitFor({ timeout: readyMs });
    },
    openViewContainer,
    hasFolders: async () => {
      await openViewContainer('Explorer');
      const row = page.locator('.explorer-folders-view .monaco-list-row').first();
      return row.waitFor({ timeout: foldersMs }).then(
        () => true,
        () => false,
      );
    },
    view,
    unfoldView: (title) => turn(title, true),
    foldView: (title) => turn(title, false),
    treeRows: (title) => view(title).locator('.monaco-list-row').evaluateAll(toRows),
    statusBarItem: (idOrText) =>
      page
        .locator(`.part.statusbar .statusbar-item[id*="${idOrText}"]`)
        .or(page.locator('.part.statusbar .statusbar-item').filter({ hasText: idOrText }))
        .first(),
    runCommand: async (title) => {
      await page.keyboard.press('F1');
      const input = page.locator('.quick-input-widget input').first();
      await input.waitFor();
      await input.fill(`>${title}`);
      await page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().click();
    },
  };
}

/** Runs in the page, so it uses nothing from here. Rows are positioned, not ordered. */
function toRows(rows: readonly PageElement[]): TreeRow[] {
  return rows
    .map((row) => ({ row, top: row.getBoundingClientRect().top }))
    .sort((a, b) => a.top - b.top)
    .map(({ row }) => {
      const expanded = row.getAttribute('aria-expanded');
      return {
        label: row.querySelector('.label-name')?.textContent ?? '',
        description: row.querySelector('.label-description')?.textContent ?? '',
        level: Number(row.getAttribute('aria-level') ?? 1),
        expanded: expanded === null ? undefined : expanded === 'true',
      };
    });
}
