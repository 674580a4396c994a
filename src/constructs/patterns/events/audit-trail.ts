import type { Construct } from 'constructs';
import { didYouMean } from '../../../model/did-you-mean';
import { AUDIT_FAMILIES, type AuditEventGroup, auditEventTypes } from '../../../model/events/families';
import { EventStream, type EventStreamProps } from './event-stream';

/** Properties of {@link AuditTrail}. */
export interface AuditTrailProps extends EventStreamProps {
  /**
   * What is recorded: `access` (IP policies, rules and restrictions), `credentials` (API keys, tunnel credentials, SSH
   * public keys), `certificates`, `addresses` (domains and TCP addresses), `events` (destinations and subscriptions, so
   * also who switches the trail off), `sessions` (agents that connect and disconnect).
   *
   * @default - all families
   */
  readonly families?: readonly AuditEventGroup[];
}

/**
 * Every audit event of the chosen families, delivered. Event types that the service adds belong to the trail as soon as
 * this library knows them: an upgrade shows them in the next plan.
 */
export class AuditTrail extends EventStream {
  /** The event types that are recorded, in the order of the service's documentation. */
  readonly eventTypes: readonly string[];

  constructor(scope: Construct, id: string, props: AuditTrailProps) {
    const { families = AUDIT_FAMILIES, ...stream } = props;
    const eventTypes = auditEventTypes(families);
    super(
      scope,
      id,
      eventTypes.map((type) => ({ type })),
      stream,
    );
    this.eventTypes = eventTypes;
    this.node.addValidation({
      validate: () => findProblems(families).map((problem) => `${this.node.path}: ${problem}`),
    });
  }
}

function findProblems(families: readonly string[]): string[] {
  const known: readonly string[] = AUDIT_FAMILIES;
  if (families.length === 0) return [`families: is empty, expected some of ${known.join(', ')}`];
  return families
    .filter((family) => !known.includes(family))
    .map((family) => `families: holds '${family}', expected some of ${known.join(', ')}${didYouMean(family, known)}`);
}
