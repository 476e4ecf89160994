// What a refusing disk means to a person. Everything that is not listed here stays as it is.

import { hasCode, UserError } from '../support/errors';
import { msg } from '../support/message';

export function toFileError(error: unknown, path: string): unknown {
  const text = hasCode(error, 'ENOSPC', 'EDQUOT')
    ? msg('The disk is full, so {0} was not changed. Free some space, then try again.', path)
    : hasCode(error, 'EACCES', 'EPERM', 'EROFS')
      ? msg('Baton may not write {0}, so nothing was changed. Check its permissions.', path)
      : undefined;
  if (text === undefined) {
    return error;
  }
  const reason = hasCode(error, 'ENOSPC', 'EDQUOT') ? 'disk-full' : 'not-writable';
  return Object.assign(new UserError(reason, text), { cause: error });
}
