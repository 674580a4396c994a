import type { Construct } from 'constructs';
import {
  type AuditEventGroup,
  auditEventTypes,
  COMMON_EVENT_GROUPS,
  PROFILE_EVENT_GROUPS,
} from '../../../model/events/event-groups';
import { didYouMean } from '../../../model/text';
import type { Words } from '../../../values/words';
import { validatePropNames } from '../shared/pattern-props';
import { EVENT_STREAM_PROPS, EventStream, type EventStreamProps } from './event-stream';

/** Properties of {@link AuditTrail}. */
export interface AuditTrailProps extends EventStreamProps {
  /**
   * The recorded event groups: `access` (IP policies, rules and restrictions), `credentials` (API keys, tunnel credentials,
   * SSH public keys), `certificates` (TLS and SSH certificates and their authorities), `addresses` (domains and TCP
   * addresses), `events` (destinations and subscriptions, including the deletion of the trail), `sessions` (agents that
   * connect and disconnect), `secrets` (vaults and secrets, in the profile `ngrok` only).
   *
   * @default - all groups except `secrets`
   */
  readonly eventGroups?: readonly AuditEventGroup[];
}

/**
 * Delivers the audit events of the selected groups, of all types that this version of the library has. If an upgrade adds
 * event types, the next plan adds them to the trail.
 */
export class AuditTrail extends EventStream {
  /** The recorded event types: those of sessions first, then by type of object. */
  readonly eventTypes: readonly string[];

  constructor(scope: Construct, id: string, props: AuditTrailProps) {
    const { eventGroups = COMMON_EVENT_GROUPS, ...streamProps } = props;
    const eventTypes = auditEventTypes(eventGroups);
    const sources = eventTypes.map((type) => ({ type }));
    super(scope, id, sources, streamProps);
    validatePropNames(this, props, { ...EVENT_STREAM_PROPS, eventGroups: true });
    this.eventTypes = eventTypes;
    this.node.addValidation({ validate: () => findProblems(eventGroups) });
  }
}

function findProblems(eventGroups: readonly string[]): Words[] {
  const known: readonly string[] = [...COMMON_EVENT_GROUPS, ...PROFILE_EVENT_GROUPS];
  const expected = `expected one or more of ${known.join(', ')}`;
  if (eventGroups.length === 0) return [`eventGroups: is empty; ${expected}`];
  return eventGroups
    .filter((group) => !known.includes(group))
    .map((group) => `eventGroups: '${group}' is not an event group; ${expected}${didYouMean(group, known)}`);
}
