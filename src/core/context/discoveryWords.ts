// A discovery of a saved context as one line: about which file, unless its own words say so.

import type { SessionContext } from '../schemas/sessionContext';

type Discovery = NonNullable<SessionContext['discoveries']>[number];

export function discoveryWords({ file, insight }: Discovery): string {
  return file && !insight.includes(file) ? `${file}: ${insight}` : insight;
}
