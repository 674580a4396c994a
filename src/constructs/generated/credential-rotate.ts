// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import type { Construct } from 'constructs';
import { credentialRotate } from '../../model/actions';
import { type ActionMetaArguments, isActionOfType, NetingressAction } from '../action';

/** Properties of {@link CredentialRotate}. */
export interface CredentialRotateProps extends ActionMetaArguments {
  /** Name of the rotation, which the metadata of its credentials contains. At most 255 bytes. */
  readonly name: string;

  /** Path of the file to which the token is written, relative to the folder in which Terraform runs. Only its owner can read the file. An existing file is replaced as a whole. */
  readonly file: string;

  /**
   * Type of the credential. Default: `api_key`. One of `api_key`, `tunnel_credential`.
   *
   * @default - not set
   */
  readonly type?: 'api_key' | 'tunnel_credential' | (string & {});

  /**
   * Description of the new credential. Default: the name of the rotation. At most 255 bytes.
   *
   * @default - not set
   */
  readonly description?: string;

  /**
   * Allowed bindings: rules of the form `bind:<domain or address>`, optionally with a leading wildcard, or `bind:<label>=<value>`, where either side may be `*`. Without a rule, or with the rule `*`, every binding is allowed.
   *
   * @default - not set
   */
  readonly acl?: readonly string[];

  /**
   * Public key for which the token is encrypted: PEM, JWK, or an OpenSSH line; RSA of at least 2048 bits, or P-256. If it is set, the file contains a JWE, which `netingress unseal` decrypts.
   *
   * @default - not set
   */
  readonly sealedFor?: string;
}

/**
 * Creates a new credential, writes its token to a file, and deletes the credentials that the previous rotation replaced. The previous credential remains valid until the next rotation. The action identifies its credentials by a name in their metadata, and changes no other credential. No plan, state, log or message contains a token. The credentials are not resources of Terraform; for those use `RotatingCredential`.
 *
 * Terraform type: `netingress_credential_rotate`.
 */
export class CredentialRotate extends NetingressAction<CredentialRotateProps> {
  static readonly tfResourceType = 'netingress_credential_rotate';

  constructor(scope: Construct, id: string, props: CredentialRotateProps) {
    super(scope, id, credentialRotate, props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isCredentialRotate(value: unknown): value is CredentialRotate {
    return isActionOfType(value, CredentialRotate.tfResourceType);
  }

}
