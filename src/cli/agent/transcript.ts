// `baton agent transcript`: what was said and done in a session, to be read; a page at a time, the last
// one first, because a session may be as long as it likes.

import { knownAgents } from '../../core/agents/knownAgents';
import { UserError } from '../../core/support/errors';
import { msg } from '../../core/support/message';
import { codeSpan } from '../../core/transcript/pages/fenced';
import { pageMarkdown } from '../../core/transcript/pages/pageMarkdown';
import { readLastPage, readPage } from '../../core/transcript/pages/readPage';
import { readerOf } from '../../core/transcript/readers';
import { agentNames } from '../../core/transcript/transcriptEvent';
import { textOf, withProject } from '../blocker/options';
import type { Verb, VerbInput } from '../verb';
import { chosenSession } from './chosenSession';

export const transcript: Verb = {
  summary: msg('Print the transcript of a session as Markdown, its last page first'),
  words: ['ID'],
  options: {
    page: { type: 'string', value: 'N', summary: msg('Another page; the first one is 1') },
  },
  run: (input) =>
    withProject(input, async (project) => {
      const number = pageNumber(input);
      const session = await chosenSession(project, input.words[0]);
      const { file } = session;
      const agent = agentNames.find((name) => name === session.agent);
      const reader = agent && (await readerOf(agent));
      const page =
        file !== undefined && reader
          ? number === undefined
            ? readLastPage(file, reader)
            : readPage(file, reader, number)
          : undefined;
      if (!page) {
        throw new UserError(
          'no-transcript',
          msg('There is no transcript of session {0} on this machine.', session.id),
        );
      }
      const { t, language } = input;
      const title = knownAgents.find(({ name }) => name === agent)?.title ?? session.agent;
      const where = t('Page {0} of {1}', page.page, page.pages);
      const others = page.pages > 1 ? t('The others: {0}', '`--page N`') : '';
      const { markdown } = pageMarkdown(
        page,
        { t, language, now: new Date(), agent: title },
        {
          head: [`# ${title} · ${codeSpan(session.id)}`, where],
          foot: ['---', [where, others].filter(Boolean).join(' · ')],
        },
      );
      return {
        json: {
          session: session.id,
          agent: session.agent,
          transcript: page.file,
          page: page.page,
          pages: page.pages,
          markdown,
        },
        text: () => markdown,
      };
    }),
};

function pageNumber(input: VerbInput): number | undefined {
  const given = textOf(input, 'page');
  if (given !== undefined && !/^[1-9]\d{0,8}$/.test(given)) {
    throw new UserError('usage', msg('--page takes the number of a page. The first one is 1.'));
  }
  return given === undefined ? undefined : Number(given);
}
