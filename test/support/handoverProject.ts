import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createProject, type Project } from '../../src/core/project';
import { silentLogger } from '../../src/core/support/logger';
import { useScratchFolder } from './scratchFolder';

/** A project with a handover folder, whose clock stands at noon unless told. */
export function useHandoverProject(where: { readonly inMemory?: boolean } = {}) {
  const scratch = useScratchFolder(where);
  const opened: Project[] = [];
  afterEach(() => {
    opened.splice(0).forEach((each) => {
      each.dispose();
    });
  });
  let times = 0;
  const root = (...parts: string[]) => scratch(`project${times}`, ...parts);
  const handover = (...parts: string[]) => root('.sdd', 'handover', ...parts);
  const sessionFile = () => handover('session.md');

  return {
    scratch,
    root,
    handover,
    sessionFile,
    /** From here on it is another one. */
    renew(): void {
      times++;
    },
    open(now: () => Date = noon): Project {
      mkdirSync(handover(), { recursive: true });
      const project = createProject({
        root: root(),
        home: scratch('home'),
        env: { PATH: process.env.PATH, BATON_HOME: scratch('data') },
        host: 'test',
        logger: silentLogger,
        now,
      });
      opened.push(project);
      return project;
    },
    write(text: string | Uint8Array, file = sessionFile()): void {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    },
    session: () => readFileSync(sessionFile(), 'utf8'),
    log: () =>
      existsSync(handover('decisions.md')) ? readFileSync(handover('decisions.md'), 'utf8') : '',
    archives: () =>
      Object.fromEntries(
        (existsSync(handover('sessions')) ? readdirSync(handover('sessions')) : [])
          .sort()
          .map((name) => [name, readFileSync(handover('sessions', name), 'utf8')]),
      ),
  };
}

const noon = () => new Date(2026, 0, 15, 12);
