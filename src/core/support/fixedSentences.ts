// What Baton itself writes into files is English. Where a host shows such a sentence, it is said in the
// reader's language; what others wrote stays as it is. Pure.

import { msg, type Translate } from './message';

const said = [
  msg('solved: {0} passed after {1}'),
  msg('not solved: {0} still fails after {1}'),
  msg('whether {0} passes after {1} cannot be told'),
  msg('{0} ended; the command was not run again'),
  msg('{0} now fails for another reason'),
  msg('CI passed on {0}: {1}'),
  msg('started: {0}'),
  msg('stopped: {0}'),
  msg('interrupted: {0}'),
  msg('{0} passed'),
  msg('solved by the user'),
  msg('no unmerged paths left'),
  msg('the review approved'),
  msg('the review asks for no changes'),
  msg('too many'),
  msg('The transcript of the session does not show it.'),
  msg('The hook was stopped before it was done.'),
  msg('The hook was stopped at its time limit of {0} s.'),
  msg('The hook was stopped at its time limit.'),
  msg('The hook failed with exit code {0}: {1}'),
  msg('The hook failed with exit code {0}.'),
  msg('The hook could not be run: {0}'),
  msg('The hook could not be run.'),
  msg('Qwen Code does not write down what its sessions are told when they start.'),
];

const sentences = said.map(({ template }) => ({
  template,
  pattern: new RegExp(
    `^${template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\d\}/g, '(.+)')}$`,
  ),
}));

export function inReadersLanguage(sentence: string, t: Translate): string {
  for (const { template, pattern } of sentences) {
    const found = pattern.exec(sentence);
    if (found) {
      return t(template, ...found.slice(1));
    }
  }
  return sentence;
}
