/** Actions of the provider as data. Terraform 1.14 and newer invoke them; nothing of an action is stored in a state. */
import type { Attributes } from './kind';

export interface ActionType {
  /** Name without the prefix of the provider. */
  readonly name: string;
  readonly title: string;
  /** Markdown. */
  readonly doc: string;
  readonly attributes: Attributes;
}

export const verifyAccess: ActionType = {
  name: 'verify_access',
  title: 'Verify access',
  doc: 'Reads the rules of IP policies from the service and fails if an address of `must_admit` is shut out or an address of `must_deny` gets in. The policies are combined as in a restriction: an address is admitted if any policy allows it and none denies it. Changes nothing.',
  attributes: {
    ip_policy_ids: {
      type: 'set',
      elements: 'string',
      presence: 'required',
      minItems: 1,
      doc: 'Identifiers of the IP policies that are combined.',
    },
    must_admit: {
      type: 'set',
      elements: 'string',
      presence: 'optional',
      format: 'cidr',
      equality: 'cidr',
      doc: 'Networks in CIDR notation whose every address must be admitted. An address without a mask is a network of one address.',
    },
    must_deny: {
      type: 'set',
      elements: 'string',
      presence: 'optional',
      format: 'cidr',
      equality: 'cidr',
      doc: 'Networks in CIDR notation of which no address may be admitted.',
    },
  },
};

export const ACTIONS: readonly ActionType[] = [verifyAccess];
