// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { type ImportableResource, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { createImportableResource, isResourceOfType, NetingressResource } from '../resource';

/** Properties of {@link SshCertificateAuthority}. */
export interface SshCertificateAuthorityProps extends TerraformMetaArguments {
  /**
   * Purpose of the authority. At most 255 bytes.
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
   * Type of the key pair: `rsa`, `ecdsa` or `ed25519`. Default: `ed25519`. Changing it replaces the object.
   *
   * @default "ed25519"
   */
  readonly privateKeyType?: 'rsa' | 'ecdsa' | 'ed25519' | (string & {});

  /**
   * Curve of an `ecdsa` key: `p256`, `p384` or `p521`. The service uses `p256` if unset. No response contains it. Changing it replaces the object.
   *
   * @default - not set
   */
  readonly ellipticCurve?: 'p256' | 'p384' | 'p521' | (string & {});

  /**
   * Size of an `rsa` key in bits: 2048 or 4096. The service uses 2048 if unset. No response contains it. Changing it replaces the object.
   *
   * @default - not set
   */
  readonly keySize?: 2048 | 4096 | (number & {});
}

/**
 * A key pair of the service that signs SSH host and user certificates. The private key never leaves the service.
 *
 * Terraform type: `netingress_ssh_certificate_authority`.
 */
export class SshCertificateAuthority extends NetingressResource<SshCertificateAuthorityProps> {
  static readonly tfResourceType = 'netingress_ssh_certificate_authority';

  constructor(scope: Construct, id: string, props: SshCertificateAuthorityProps = {}) {
    super(scope, id, getKind('ssh_certificate_authority'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isSshCertificateAuthority(value: unknown): value is SshCertificateAuthority {
    return isResourceOfType(value, SshCertificateAuthority.tfResourceType);
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
    return createImportableResource(scope, importToId, SshCertificateAuthority.tfResourceType, importFromId, provider);
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

  /** Purpose of the authority. At most 255 bytes. */
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

  /** Type of the key pair: `rsa`, `ecdsa` or `ed25519`. Default: `ed25519`. */
  get privateKeyType(): string {
    return this.getStringAttribute('private_key_type');
  }

  set privateKeyType(value: 'rsa' | 'ecdsa' | 'ed25519' | (string & {})) {
    this.inputs.set('privateKeyType', value);
  }

  /** The input value of `privateKeyType`. */
  get privateKeyTypeInput() {
    return this.inputs.get('privateKeyType');
  }

  /** Unsets `privateKeyType`. */
  resetPrivateKeyType(): void {
    this.inputs.reset('privateKeyType');
  }

  /** Curve of an `ecdsa` key: `p256`, `p384` or `p521`. The service uses `p256` if unset. No response contains it. */
  get ellipticCurve(): string {
    return this.getStringAttribute('elliptic_curve');
  }

  set ellipticCurve(value: 'p256' | 'p384' | 'p521' | (string & {})) {
    this.inputs.set('ellipticCurve', value);
  }

  /** The input value of `ellipticCurve`. */
  get ellipticCurveInput() {
    return this.inputs.get('ellipticCurve');
  }

  /** Unsets `ellipticCurve`. */
  resetEllipticCurve(): void {
    this.inputs.reset('ellipticCurve');
  }

  /** Size of an `rsa` key in bits: 2048 or 4096. The service uses 2048 if unset. No response contains it. */
  get keySize(): number {
    return this.getNumberAttribute('key_size');
  }

  set keySize(value: 2048 | 4096 | (number & {})) {
    this.inputs.set('keySize', value);
  }

  /** The input value of `keySize`. */
  get keySizeInput() {
    return this.inputs.get('keySize');
  }

  /** Unsets `keySize`. */
  resetKeySize(): void {
    this.inputs.reset('keySize');
  }

  /** Public key of the authority as an authorized-keys line. */
  get publicKey(): string {
    return this.getStringAttribute('public_key');
  }

  /** Type of the private key: `rsa`, `ecdsa` or `ed25519`. */
  get keyType(): string {
    return this.getStringAttribute('key_type');
  }
}
