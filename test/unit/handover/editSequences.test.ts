import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { headerValue } from '../../../src/core/documents/sessionSplice';
import { UserError } from '../../../src/core/support/errors';
import { createPerson, holds, type Person, randomNumbers } from '../../support/handoverPerson';
import { useHandoverProject } from '../../support/handoverProject';
import { plan } from '../../support/handoverValues';

const sequences = 500;
const stepsEach = 6;

const fixtures = path.resolve('test/fixtures/handover/session');
const beginnings = readdirSync(fixtures)
  .filter((name) => !/longLine|controlCharacters/.test(name))
  .map((name) => readFileSync(path.join(fixtures, name), 'utf8'));

describe('any sequence of edits, drafts and handovers', function () {
  this.timeout(120_000);
  const project = useHandoverProject({ inMemory: true });
  const text = () =>
    existsSync(project.sessionFile()) ? readFileSync(project.sessionFile(), 'utf8') : '';
  const written = () => project.root('.claude/state/handover/written.json');
  /** Also the copies of drafts that came from another machine. */
  const keptTexts = () =>
    [project.handover('sessions'), project.root('.claude/state/handover/before')]
      .filter((folder) => existsSync(folder))
      .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)))
      .map((file) => readFileSync(file, 'utf8'));

  function save(person: Person, after: string): void {
    person.replace(text(), after);
    writeFileSync(project.sessionFile(), after);
  }

  /** Whether Baton can know what of the file is its own. */
  function hasBase(): boolean {
    const date = headerValue(text(), 'Generated');
    return (
      existsSync(written()) &&
      (date === undefined || readFileSync(written(), 'utf8').includes(`**Generated**: ${date}\\n`))
    );
  }

  it('loses no line of a person', async () => {
    for (let seed = 1; seed <= sequences; seed++) {
      const done: string[] = [];
      try {
        await runSequence(seed, done);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        assert.fail(`seed ${seed}: ${done.join(', ')}\n${why}\n${text()}`);
      }
    }
  });

  async function runSequence(seed: number, done: string[]): Promise<void> {
    project.renew();
    mkdirSync(project.handover(), { recursive: true });
    const person = createPerson(randomNumbers(seed));
    const { pick, below } = person;
    const earlier: string[] = [];
    /** Lines that only the person's own hand may take out of the file. */
    const firm = new Set<string>();
    let editsMeanwhile = 0;
    const edit = () => {
      const edited = person.edit(text());
      const before = new Set(person.mine);
      writeFileSync(project.sessionFile(), edited.text);
      done.push(edited.did);
      return before;
    };
    const open = project.open(() => {
      if (editsMeanwhile > 0) {
        editsMeanwhile--;
        done.push('meanwhile');
        edit();
      }
      return new Date(2026, 0, 15, 12);
    });
    const meanwhile = () => {
      editsMeanwhile = below(3) === 0 ? 1 + below(2) : 0;
    };

    /** A file that a merge left in conflict is nobody's to change: the next ones fix it by hand. */
    const unlessInConflict = async (act: () => Promise<unknown>): Promise<boolean> => {
      const log = project.log();
      try {
        await act();
        return true;
      } catch (error) {
        assert.ok(UserError.is(error, 'conflict-marker'), String(error));
        assert.match(text(), /^<{7} /m);
        assert.equal(project.log(), log);
        done.push('refused');
        return false;
      }
    };

    const actions: Readonly<Record<string, () => unknown>> = {
      edit,
      draft: async () => {
        const isKnown = hasBase();
        meanwhile();
        const [next, work] = [
          pick(undefined, 'Run it', 'Test it'),
          pick([], ['did this'], ['did that']),
        ];
        const modifiedFiles = pick(undefined, ['a.ts'], ['a.ts', 'b.ts'], []);
        const branch = pick('main', 'feature');
        await unlessInConflict(() =>
          open.draft(
            { trigger: 'impl', next, accomplished: work },
            { modifiedFiles, git: { branch, commits: [], uncommitted: [] } },
          ),
        );
        const lost = [...firm].filter((line) => person.mine.has(line) && !holds(text(), line));
        if (isKnown) {
          assert.deepEqual(lost, [], 'taken out of the file by a draft');
        } else {
          firm.clear();
        }
      },
      handover: async () => {
        meanwhile();
        firm.clear();
        const before = new Set(person.mine);
        const given = person.answers();
        const facts = { ...plan().facts, modifiedFiles: ['a.ts'] };
        if (!(await unlessInConflict(() => open.handover(plan({ facts }), given)))) {
          person.keepTo(before, text());
        }
      },
      decision: () =>
        open.addDecision({
          at: '2026-01-15T10:00:00Z',
          type: pick('USER_DECISION', 'STEERING_EXCEPTION'),
          summary: 'Something',
        }),
      'lose base': () => {
        rmSync(written(), { force: true });
      },
      'go back': () => {
        save(person, pick(text(), ...earlier));
      },
      remove: () => {
        save(person, '');
        rmSync(project.sessionFile());
      },
    };
    const often = ['edit', 'edit', 'edit', 'edit', 'draft', 'draft', 'draft', 'handover'];

    writeFileSync(project.sessionFile(), pick('', ...beginnings));
    for (let step = 0; step < stepsEach; step++) {
      earlier.push(text());
      const name = pick(...often, ...often, ...Object.keys(actions));
      done.push(name);
      const before = new Set(person.mine);
      await actions[name]?.();
      if (name === 'edit') {
        person.mine.forEach((line) => {
          if (!before.has(line)) {
            firm.add(line);
          }
        });
      }
      const kept = [text(), ...keptTexts()].join('\n');
      const lost = [...person.mine].filter((line) => !holds(kept, line));
      assert.deepEqual(lost, []);
    }
  }
});
