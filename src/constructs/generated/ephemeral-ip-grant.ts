// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import type { Construct } from 'constructs';
import { ipGrant } from '../../model/grants/ip-grant';
import { type EphemeralMetaArguments, isEphemeralResourceOfType, NetingressEphemeralResource } from '../ephemeral-resource';

/** Properties of {@link EphemeralIpGrant}. */
export interface EphemeralIpGrantProps extends EphemeralMetaArguments {
  /** Identifier of the IP policy. */
  readonly ipPolicyId: string;

  /** IPv4 or IPv6 range to allow, in CIDR notation. A single address means /32 or /128. */
  readonly cidr: string;

  /** Why the access is needed, one line. */
  readonly reason: string;

  /**
   * Who grants the access, one line. Default: `terraform`.
   *
   * @default - not set
   */
  readonly by?: string;

  /**
   * Ticket that the access belongs to, one line.
   *
   * @default - not set
   */
  readonly ticket?: string;

  /**
   * Time until the end of the grant, such as `90s` or `1h30m`; must be longer than the run. Default: `1h`.
   *
   * @default - not set
   */
  readonly duration?: string;
}

/**
 * Allows a network in an IP policy while Terraform runs: an allow rule that Terraform creates when it opens the resource, and deletes when it closes it. Terraform opens ephemeral resources during plan and during apply, so a plan also grants access. If Terraform is killed, the rule remains until `netingress access reap`, or an apply of a `netingress_ip_policy_rules`, deletes it after its end.
 *
 * Terraform type: `netingress_ip_grant`.
 */
export class EphemeralIpGrant extends NetingressEphemeralResource<EphemeralIpGrantProps> {
  static readonly tfResourceType = 'netingress_ip_grant';

  constructor(scope: Construct, id: string, props: EphemeralIpGrantProps) {
    super(scope, id, ipGrant, props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isEphemeralIpGrant(value: unknown): value is EphemeralIpGrant {
    return isEphemeralResourceOfType(value, EphemeralIpGrant.tfResourceType);
  }

  /** Identifier of the rule; of the rule without an end, if one allows the network already. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  /** Identifier of the IP policy. */
  get ipPolicyId(): string {
    return this.getStringAttribute('ip_policy_id');
  }

  set ipPolicyId(value: string) {
    this.inputs.set('ipPolicyId', value);
  }

  /** The input value of `ipPolicyId`. */
  get ipPolicyIdInput() {
    return this.inputs.get('ipPolicyId');
  }

  /** IPv4 or IPv6 range to allow, in CIDR notation. A single address means /32 or /128. */
  get cidr(): string {
    return this.getStringAttribute('cidr');
  }

  set cidr(value: string) {
    this.inputs.set('cidr', value);
  }

  /** The input value of `cidr`. */
  get cidrInput() {
    return this.inputs.get('cidr');
  }

  /** Why the access is needed, one line. */
  get reason(): string {
    return this.getStringAttribute('reason');
  }

  set reason(value: string) {
    this.inputs.set('reason', value);
  }

  /** The input value of `reason`. */
  get reasonInput() {
    return this.inputs.get('reason');
  }

  /** Who grants the access, one line. Default: `terraform`. */
  get by(): string {
    return this.getStringAttribute('by');
  }

  set by(value: string) {
    this.inputs.set('by', value);
  }

  /** The input value of `by`. */
  get byInput() {
    return this.inputs.get('by');
  }

  /** Unsets `by`. */
  resetBy(): void {
    this.inputs.reset('by');
  }

  /** Ticket that the access belongs to, one line. */
  get ticket(): string {
    return this.getStringAttribute('ticket');
  }

  set ticket(value: string) {
    this.inputs.set('ticket', value);
  }

  /** The input value of `ticket`. */
  get ticketInput() {
    return this.inputs.get('ticket');
  }

  /** Unsets `ticket`. */
  resetTicket(): void {
    this.inputs.reset('ticket');
  }

  /** Time until the end of the grant, such as `90s` or `1h30m`; must be longer than the run. Default: `1h`. */
  get duration(): string {
    return this.getStringAttribute('duration');
  }

  set duration(value: string) {
    this.inputs.set('duration', value);
  }

  /** The input value of `duration`. */
  get durationInput() {
    return this.inputs.get('duration');
  }

  /** Unsets `duration`. */
  resetDuration(): void {
    this.inputs.reset('duration');
  }

  /** End of the grant, RFC 3339 in UTC; null if a rule without an end allows the network. */
  get until(): string {
    return this.getStringAttribute('until');
  }
}
