// `baton context show`: what was saved last.

import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { deliveryLines } from '../deliveryLines';
import { openProject } from '../openProject';
import type { Verb } from '../verb';
import { contextText } from './contextText';

export const show: Verb = {
  summary: msg('Show the context that was saved last'),
  run: async (input) => {
    const project = openProject(input);
    const { context, deliveries } = await project.refresh();
    project.dispose();
    if (!context) {
      throw new UserError(
        'no-context',
        msg(
          'No context has been saved yet. "baton install" saves it by itself, "baton context save" does it now.',
        ),
      );
    }
    return {
      json: { ...context, deliveries },
      text: () => [...deliveryLines({ deliveries }, input), contextText(context, input)].join('\n'),
    };
  },
};
