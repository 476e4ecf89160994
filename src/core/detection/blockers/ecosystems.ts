// The table of ecosystems. To add one, add an entry to the file of its family, and cases to the corpus.

import type { Ecosystem } from './ecosystem';
import { compiled } from './ecosystems/compiled';
import { javascript } from './ecosystems/javascript';
import { javascriptTests } from './ecosystems/javascriptTests';
import { jvmAndDotnet } from './ecosystems/jvmAndDotnet';
import { machine } from './ecosystems/machine';
import { missingPrograms } from './ecosystems/missingPrograms';
import { native } from './ecosystems/native';
import { python } from './ecosystems/python';
import { scripting } from './ecosystems/scripting';

export const ecosystems: readonly Ecosystem[] = [
  ...machine,
  missingPrograms,
  ...javascript,
  ...javascriptTests,
  ...python,
  ...native,
  ...compiled,
  ...jvmAndDotnet,
  ...scripting,
];
