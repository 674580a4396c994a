import type { Kind } from '../../model/kind';
import type { Diagnostic } from '../protocol/diagnostic';
import { requestFailed } from '../protocol/messages';
import type { ServiceError } from './service-error';
import type { Session } from './session';

/**
 * What to say of a refresh that failed. A failure of the connection as a whole is reported once and then not again in
 * this run: the first report fails the run, and one per object would bury it.
 */
export function readFailure(
  kind: Pick<Kind, 'title'>,
  action: string,
  session: Session,
  failure: ServiceError,
): Diagnostic[] {
  if (failure.affectsEveryCall && !session.shouldReportOutage()) return [];
  return [requestFailed(kind, action, failure)];
}
