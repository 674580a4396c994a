// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { Fn, type ImportableResource, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { createImportableResource, isResourceOfType, NetingressResource } from '../resource';

/** Properties of {@link TunnelCredential}. */
export interface TunnelCredentialProps extends TerraformMetaArguments {
  /**
   * Agent or owner that uses the credential. At most 255 bytes.
   *
   * @default - not set
   */
  readonly description?: string;

  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread.
   *
   * @default - not set
   */
  readonly metadata?: string;

  /**
   * Public key for which the provider encrypts the `token`: PEM, JWK, or an OpenSSH line; RSA of at least 2048 bits, or P-256. If it is set, `sealedToken` contains the encrypted value, `token` is null, and plan and state never contain the value. It is not sent to the service. After an import, the first key is accepted without a replacement. Changing it replaces the object.
   *
   * @default - not set
   */
  readonly sealedFor?: string;

  /**
   * Any string; a new value replaces the object, and so creates a new token. It is not sent to the service. Removing it, or the first value after an import, replaces nothing. With `a` or `b` of a `netingress_rotation`, another `sealedFor` applies from the next rotation of the slot on, and a rotation that would replace both slots is refused. Changing it replaces the object.
   *
   * @default - not set
   */
  readonly rotation?: string;

  /**
   * Allowed bindings: rules of the form `bind:<domain or address>`, optionally with a leading wildcard, or `bind:<label>=<value>`, where either side may be `*`. Without a rule, or with the rule `*`, every binding is allowed.
   *
   * @default - not set
   */
  readonly acl?: readonly string[];

  /**
   * Owner of the credential: the identifier of a service user or user, or the e-mail address of a user. Default: the owner of the API key of the provider. Removing it keeps the owner. Only administrators can set it. Changing it replaces the object. Profile `ngrok` only.
   *
   * @default - computed by the service
   */
  readonly ownerId?: string;
}

/**
 * A credential that agents use to connect. The service returns its token only on create.
 *
 * Terraform type: `netingress_tunnel_credential`.
 */
export class TunnelCredential extends NetingressResource<TunnelCredentialProps> {
  static readonly tfResourceType = 'netingress_tunnel_credential';

  constructor(scope: Construct, id: string, props: TunnelCredentialProps = {}) {
    super(scope, id, getKind('tunnel_credential'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isTunnelCredential(value: unknown): value is TunnelCredential {
    return isResourceOfType(value, TunnelCredential.tfResourceType);
  }

  /**
   * Lets the next `cdktf plan` generate the Terraform configuration of a pre-existing object and import the object.
   *
   * @param scope the stack, or a construct in it
   * @param importToId id of the construct that will declare the object
   * @param importFromId identifier of the object at the service
   * @param provider the provider that reads the object; by default that of the stack
   */
  static generateConfigForImport(
    scope: Construct,
    importToId: string,
    importFromId: string,
    provider?: TerraformProvider,
  ): ImportableResource {
    return createImportableResource(scope, importToId, TunnelCredential.tfResourceType, importFromId, provider);
  }

  /** Unique identifier, set by the service on create. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  /** URI of this object in the management API. */
  get uri(): string {
    return this.getStringAttribute('uri');
  }

  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string {
    return this.getStringAttribute('created_at');
  }

  /** Agent or owner that uses the credential. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  set description(value: string) {
    this.inputs.set('description', value);
  }

  /** The input value of `description`. */
  get descriptionInput() {
    return this.inputs.get('description');
  }

  /** Unsets `description`. */
  resetDescription(): void {
    this.inputs.reset('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  set metadata(value: string) {
    this.inputs.set('metadata', value);
  }

  /** The input value of `metadata`. */
  get metadataInput() {
    return this.inputs.get('metadata');
  }

  /** Unsets `metadata`. */
  resetMetadata(): void {
    this.inputs.reset('metadata');
  }

  /** The authtoken of the agent. The service returns it only on create; after an import it is null. It is also null if `sealedFor` is set. */
  get token(): string {
    return this.getStringAttribute('token');
  }

  /** The `token`, encrypted for the owner of `sealedFor`: a JWE in compact serialization (RFC 7516), which `netingress unseal` decrypts. Null without `sealedFor`. */
  get sealedToken(): string {
    return this.getStringAttribute('sealed_token');
  }

  /** Public key for which the provider encrypts the `token`: PEM, JWK, or an OpenSSH line; RSA of at least 2048 bits, or P-256. If it is set, `sealedToken` contains the encrypted value, `token` is null, and plan and state never contain the value. It is not sent to the service. After an import, the first key is accepted without a replacement. */
  get sealedFor(): string {
    return this.getStringAttribute('sealed_for');
  }

  set sealedFor(value: string) {
    this.inputs.set('sealedFor', value);
  }

  /** The input value of `sealedFor`. */
  get sealedForInput() {
    return this.inputs.get('sealedFor');
  }

  /** Unsets `sealedFor`. */
  resetSealedFor(): void {
    this.inputs.reset('sealedFor');
  }

  /** Any string; a new value replaces the object, and so creates a new token. It is not sent to the service. Removing it, or the first value after an import, replaces nothing. With `a` or `b` of a `netingress_rotation`, another `sealedFor` applies from the next rotation of the slot on, and a rotation that would replace both slots is refused. */
  get rotation(): string {
    return this.getStringAttribute('rotation');
  }

  set rotation(value: string) {
    this.inputs.set('rotation', value);
  }

  /** The input value of `rotation`. */
  get rotationInput() {
    return this.inputs.get('rotation');
  }

  /** Unsets `rotation`. */
  resetRotation(): void {
    this.inputs.reset('rotation');
  }

  /** Allowed bindings: rules of the form `bind:<domain or address>`, optionally with a leading wildcard, or `bind:<label>=<value>`, where either side may be `*`. Without a rule, or with the rule `*`, every binding is allowed. */
  get acl(): string[] {
    return Fn.tolist(this.getListAttribute('acl'));
  }

  set acl(value: readonly string[]) {
    this.inputs.set('acl', value);
  }

  /** The input value of `acl`. */
  get aclInput() {
    return this.inputs.get('acl');
  }

  /** Unsets `acl`. */
  resetAcl(): void {
    this.inputs.reset('acl');
  }

  /** Owner of the credential: the identifier of a service user or user, or the e-mail address of a user. Default: the owner of the API key of the provider. */
  get ownerId(): string {
    return this.getStringAttribute('owner_id');
  }

  set ownerId(value: string) {
    this.inputs.set('ownerId', value);
  }

  /** The input value of `ownerId`. */
  get ownerIdInput() {
    return this.inputs.get('ownerId');
  }

  /** Unsets `ownerId`. */
  resetOwnerId(): void {
    this.inputs.reset('ownerId');
  }
}
