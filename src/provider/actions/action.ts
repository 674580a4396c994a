import type { CtyValue, ObjectValue } from '../../values/cty-value';
import type { Diagnostic } from '../protocol/diagnostic';
import type { Schema } from '../protocol/schema';
import type { Session } from '../service/session';

/** An operation that Terraform invokes before or after a change, or by `-invoke`. It has no state. */
export interface ProviderAction {
  /** Full type name, `netingress_verify_access`. */
  readonly type: string;
  readonly schema: Schema;
  validate(config: ObjectValue): Diagnostic[];
  /**
   * Runs the action with a wholly known configuration. `report` shows one line of progress. An error fails the action; a
   * warning without an error is not shown for create and update events.
   */
  invoke(session: Session, config: ObjectValue, report: (message: string) => void): Promise<Diagnostic[]>;
}

/** The elements of a set of strings; none for null. */
export function toStrings(value: CtyValue | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
