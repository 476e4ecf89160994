// What of a transcript is worth finding: what people and agents said, what was done, and what came of
// it; not what programs told the model. Pure.

import type { AgentAction, TranscriptEvent } from '../transcript/transcriptEvent';

export function eventText(event: TranscriptEvent): string {
  switch (event.kind) {
    case 'prompt':
    case 'said':
      return event.text;
    case 'call':
      return actionText(event.action);
    case 'result':
      return [event.result.text, ...Object.entries(event.result.answers ?? {}).flat()].join('\n');
    default:
      return '';
  }
}

function actionText(action: AgentAction): string {
  switch (action.do) {
    case 'edit':
      return action.paths.join('\n');
    case 'read':
      return action.path;
    case 'run':
      return action.command;
    case 'setTasks':
      return action.tasks.map(({ text }) => text).join('\n');
    case 'addTask':
    case 'plan':
      return action.text;
    case 'changeTask':
      return action.text ?? '';
    case 'ask':
      return action.questions.flatMap(({ question, options }) => [question, ...options]).join('\n');
    case 'other':
      return [action.tool, action.about ?? ''].join('\n');
  }
}
