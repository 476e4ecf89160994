// `baton doctor`: whether everything is in place, and how to mend what is not.

import type { DoctorCheck } from '../core/doctor/doctorCheck';
import { installPlace } from '../core/install/installPlace';
import { msg, render } from '../core/support/message';
import { installFacts } from './installOptions';
import { stoppable } from './stoppable';
import type { Verb, VerbInput } from './verb';

export const doctor: Verb = {
  summary: msg('Check that Baton works in the agents here, and say how to mend what does not'),
  run: async (input) => {
    const { runDoctor } = await import('../core/doctor/doctor');
    // The user's scope is that which is there in any folder.
    const place = await installPlace(installFacts(input.env), input.cwd, 'user');
    // Documents are English, whoever asks for them.
    const language = input.values.json === true ? 'en' : input.language;
    const { ok, checks } = await stoppable(({ signal }) =>
      runDoctor({ ...place, signal, language }),
    );
    const failed = checks.filter(({ status }) => status === 'fail').length;
    return {
      json: {
        ok,
        checks: checks.map(({ name, status, detail, fix }) => ({
          name,
          status,
          detail: render(detail),
          fix: fix ? render(fix) : null,
        })),
      },
      text: () => checks.map((check) => line(check, input)).join(''),
      ...(!ok && {
        notDone: msg(
          '{0} of {1} checks failed. Each line above says how to mend it.',
          failed,
          checks.length,
        ),
      }),
    };
  },
};

const signs = { ok: '✓', warn: '!', fail: '✗', skip: '-' } as const;

function line({ name, status, detail, fix }: DoctorCheck, { t }: VerbInput): string {
  const said = `${signs[status]} ${name}: ${render(detail, t)}\n`;
  return fix ? `${said}    → ${render(fix, t)}\n` : said;
}
