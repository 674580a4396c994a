/** Actions of the provider as data. Each has a command that does the same, for OpenTofu and Terraform before 1.14. */
import type { Words } from '../values/words';
import type { Attributes, StringsAttribute } from './kind';

export interface ActionType {
  /** Name without the prefix of the provider. */
  readonly name: string;
  readonly title: string;
  readonly doc: string;
  /** The command that does the same, without its options. */
  readonly command: string;
  readonly attributes: Attributes;
  readonly atLeastOne?: readonly string[];
}

/** The first Terraform that knows actions. */
export const ACTIONS_SINCE = '1.14';

const networks = (doc: string): StringsAttribute => ({
  type: 'set',
  elements: 'string',
  presence: 'optional',
  format: 'cidr',
  doc,
});

export const verifyAccess: ActionType = {
  name: 'verify_access',
  title: 'Verify access',
  doc: 'Reads the rules of IP policies from the service and fails if an address of `must_admit` is shut out or an address of `must_deny` gets in. The policies are combined as in a restriction: an address is admitted if any policy allows it and none denies it. Changes nothing.',
  command: 'netingress access check',
  attributes: {
    ip_policy_ids: {
      type: 'set',
      elements: 'string',
      presence: 'required',
      minItems: 1,
      doc: 'Identifiers of the IP policies that are combined.',
    },
    must_admit: networks(
      'Networks in CIDR notation whose every address must be admitted. An address without a mask is a network of one address.',
    ),
    must_deny: networks('Networks in CIDR notation of which no address may be admitted.'),
  },
  atLeastOne: ['must_admit', 'must_deny'],
};

export const ACTIONS: readonly ActionType[] = [verifyAccess];

export function actionType({ name }: ActionType): string {
  return `netingress_${name}`;
}

/** Undefined if one of `atLeastOne` is given, or without `atLeastOne`. `nameOf` converts the names for the message. */
export function findActionProblem(
  { atLeastOne = [] }: ActionType,
  isGiven: (name: string) => boolean,
  nameOf: (name: string) => string = (name) => name,
): Words | undefined {
  if (atLeastOne.length === 0 || atLeastOne.some(isGiven)) return undefined;
  return `${atLeastOne.map(nameOf).join(' and ')} are empty; expected at least one element in one of them`;
}
