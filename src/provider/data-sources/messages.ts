/** What users are told when a data source finds something else than one object. */
import type { Kind } from '../../model/kind';
import type { Diagnostic } from '../protocol/diagnostic';

/** Objects that are named in one message. */
const shown = 20;

/** No object fits; `how` says what was looked for: `id 'ipp_1'`. */
export function notFound({ title }: Kind, how: string): Diagnostic {
  return {
    severity: 'error',
    summary: `No such ${title}`,
    detail: `The service has no ${title} with ${how}. Check the value, or the account that the API key belongs to.`,
  };
}

/** More than one object fits. */
export function severalFound({ title, plural }: Kind, how: string, ids: readonly string[]): Diagnostic {
  const more = ids.length > shown ? ` and ${ids.length - shown} more` : '';
  return {
    severity: 'error',
    summary: `More than one ${title}`,
    detail:
      `The service has ${ids.length} objects with ${how}: ${ids.slice(0, shown).join(', ')}${more}. Expected exactly one: ` +
      `give the id, or read several with the data source netingress_${plural}.`,
  };
}
