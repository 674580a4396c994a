/**
 * Actions of the provider as data. Terraform 1.14 and newer invoke them; nothing of an action is stored in a state. Each
 * has an equal command, because OpenTofu and older versions have no actions.
 */
import { type Attributes, DEFAULT_INVALID_CODE, type ScalarAttribute, type StringsAttribute } from './kind';
import { getKind } from './kinds';
import { sealingKeyAttribute } from './variants/sealed-attributes';

export interface ActionType {
  /** Name without the prefix of the provider. */
  readonly name: string;
  readonly title: string;
  /** Markdown. */
  readonly doc: string;
  /** The equal command, without arguments. */
  readonly command: string;
  readonly attributes: Attributes;
  /** At least one of these attributes is not empty. */
  readonly atLeastOne?: readonly string[];
}

/** The first Terraform that knows actions. */
export const ACTIONS_SINCE = '1.14';

const networks = (doc: string): StringsAttribute => ({
  type: 'set',
  elements: 'string',
  presence: 'optional',
  format: 'cidr',
  equality: 'cidr',
  doc,
});

export const verifyAccess: ActionType = {
  name: 'verify_access',
  title: 'Verify access',
  doc: 'Reads the rules of IP policies from the service and fails if an address of `must_admit` is shut out or an address of `must_deny` gets in. The policies are combined as in a restriction: an address is admitted if any policy allows it and none denies it. Changes nothing.',
  command: 'netingress access verify',
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

export const accessReap: ActionType = {
  name: 'access_reap',
  title: 'Reap access',
  doc: 'Deletes all grants after their end, and no other rule. A grant is an allow rule with an end in its metadata. Fails if a grant cannot be deleted.',
  command: 'netingress access reap',
  attributes: {
    ip_policy_ids: {
      type: 'set',
      elements: 'string',
      presence: 'optional',
      minItems: 1,
      doc: 'Identifiers of the IP policies whose grants are deleted. Default: all policies.',
    },
  },
};

/** Kinds of credentials that can be rotated. */
export const ROTATED_KINDS = ['api_key', 'tunnel_credential'] as const;

export type RotatedKind = (typeof ROTATED_KINDS)[number];

const optional = (doc: string, more: Partial<ScalarAttribute> = {}): ScalarAttribute => ({
  type: 'string',
  presence: 'optional',
  ...more,
  doc,
});

export const credentialRotate: ActionType = {
  name: 'credential_rotate',
  title: 'Rotate a credential',
  doc: 'Creates a new credential, writes its token to a file, and deletes the credentials that the previous rotation replaced. The previous credential remains valid until the next rotation. The action identifies its credentials by a name in their metadata, and changes no other credential. No plan, state, log or message contains a token. The credentials are not resources of Terraform; for those use `RotatingCredential`.',
  command: 'netingress credential rotate',
  attributes: {
    name: {
      type: 'string',
      presence: 'required',
      maxBytes: 255,
      doc: 'Name of the rotation, which the metadata of its credentials contains.',
    },
    file: {
      type: 'string',
      presence: 'required',
      doc: 'Path of the file to which the token is written, relative to the folder in which Terraform runs. Only its owner can read the file. An existing file is replaced as a whole.',
    },
    type: optional('Type of the credential. Default: `api_key`.', { enum: ROTATED_KINDS }),
    description: optional('Description of the new credential. Default: the name of the rotation.', { maxBytes: 255 }),
    acl: {
      ...(getKind('tunnel_credential').attributes['acl'] as StringsAttribute),
      allowedOnlyWith: { attribute: 'type', value: 'tunnel_credential', errorCode: DEFAULT_INVALID_CODE },
    },
    sealed_for: sealingKeyAttribute(
      'Public key for which the token is encrypted: PEM, JWK, or an OpenSSH line; RSA of at least 2048 bits, or P-256. If it is set, the file contains a JWE, which `netingress unseal` decrypts.',
    ),
  },
};

export const ACTIONS: readonly ActionType[] = [verifyAccess, accessReap, credentialRotate];

export function actionType({ name }: ActionType): string {
  return `netingress_${name}`;
}

/** Returns the problem that concerns several attributes; `nameOf` converts their names for the message. */
export function findActionProblem(
  { atLeastOne = [] }: ActionType,
  isGiven: (name: string) => boolean,
  nameOf: (name: string) => string = (name) => name,
): string | undefined {
  if (atLeastOne.length === 0 || atLeastOne.some(isGiven)) return undefined;
  return `${atLeastOne.map(nameOf).join(' and ')} are empty; expected at least one element in one of them`;
}
