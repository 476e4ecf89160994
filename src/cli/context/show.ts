// `baton context show`: what was saved last, and what is wrong with its file.

import { relativePath } from '../../core/projectPaths';
import { UserError } from '../../core/support/errors';
import { msg, render } from '../../core/support/message';
import { deliveryLines } from '../deliveryLines';
import { openProject } from '../openProject';
import type { Verb } from '../verb';
import { contextText } from './contextText';

export const show: Verb = {
  summary: msg('Show the context that was saved last'),
  run: async (input) => {
    const project = openProject(input);
    const { context, deliveries, root, paths, sharedFrom, ...snapshot } = await project.refresh();
    project.dispose();
    const shown = relativePath(root, (sharedFrom ?? paths).sessionContext);
    const problems = snapshot.problems.filter(({ file }) => file === shown);
    const [problem] = problems;
    if (!context) {
      throw problem
        ? new UserError(problem.code, msg('{0}: {1}', shown, problem.message))
        : new UserError(
            'no-context',
            msg(
              'No context has been saved yet. "baton install" saves it by itself, "baton context save" does it now.',
            ),
          );
    }
    const told = problems.map(({ message, ...rest }) => ({ ...rest, message: render(message) }));
    return {
      json: { ...context, deliveries, ...(problem && { problems: told }) },
      text: () =>
        [
          ...problems.map(({ file, message }) => `${file}: ${render(message, input.t)}`),
          ...deliveryLines({ deliveries }, input),
          contextText(context, input),
        ].join('\n'),
    };
  },
};
