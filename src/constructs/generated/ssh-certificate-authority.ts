// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { type ImportableResource, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { importedResource, isResourceOfType, NetingressResource } from '../resource';

/** Properties of {@link SshCertificateAuthority}. */
export interface SshCertificateAuthorityProps extends TerraformMetaArguments {
  /**
   * What the authority signs for. At most 255 bytes.
   *
   * @default - not set
   */
  readonly description?: string;

  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it.
   *
   * @default - not set
   */
  readonly metadata?: string;

  /**
   * Type of the key pair: `rsa`, `ecdsa` or `ed25519`, the default. Another type needs a new authority.
   *
   * @default "ed25519"
   */
  readonly privateKeyType?: 'rsa' | 'ecdsa' | 'ed25519' | (string & {});

  /**
   * Curve of an `ecdsa` key: `p256`, `p384` or `p521`; the service takes `p256` if not given. Never answered. Another value needs a new object.
   *
   * @default - not set
   */
  readonly ellipticCurve?: 'p256' | 'p384' | 'p521' | (string & {});

  /**
   * Bits of an `rsa` key: 2048 or 4096; the service takes 2048 if not given. Never answered. Another value needs a new object.
   *
   * @default - not set
   */
  readonly keySize?: number;
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

  /** Whether the value is such a construct. */
  static isSshCertificateAuthority(value: unknown): value is SshCertificateAuthority {
    return isResourceOfType(value, SshCertificateAuthority.tfResourceType);
  }

  /**
   * Has the next `cdktf plan` write the Terraform configuration of an object that exists and import it.
   *
   * @param scope the stack, or a construct in it
   * @param importToId id of the construct that will stand for the object
   * @param importFromId identifier of the object at the service
   * @param provider the provider to read it with; by default the stack's own
   */
  static generateConfigForImport(
    scope: Construct,
    importToId: string,
    importFromId: string,
    provider?: TerraformProvider,
  ): ImportableResource {
    return importedResource(scope, importToId, SshCertificateAuthority.tfResourceType, importFromId, provider);
  }

  /** Unique identifier, given by the service at creation. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  /** URI at which the management API serves this object. */
  get uri(): string {
    return this.getStringAttribute('uri');
  }

  /** When the object was created, RFC 3339 in UTC. */
  get createdAt(): string {
    return this.getStringAttribute('created_at');
  }

  /** What the authority signs for. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  set description(value: string) {
    this.inputs.put('description', value);
  }

  /** What was given for `description`. */
  get descriptionInput() {
    return this.inputs.get('description');
  }

  /** Takes `description` back, as if it had never been given. */
  resetDescription(): void {
    this.inputs.reset('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  set metadata(value: string) {
    this.inputs.put('metadata', value);
  }

  /** What was given for `metadata`. */
  get metadataInput() {
    return this.inputs.get('metadata');
  }

  /** Takes `metadata` back, as if it had never been given. */
  resetMetadata(): void {
    this.inputs.reset('metadata');
  }

  /** Type of the key pair: `rsa`, `ecdsa` or `ed25519`, the default. Another type needs a new authority. */
  get privateKeyType(): string {
    return this.getStringAttribute('private_key_type');
  }

  set privateKeyType(value: 'rsa' | 'ecdsa' | 'ed25519' | (string & {})) {
    this.inputs.put('privateKeyType', value);
  }

  /** What was given for `privateKeyType`. */
  get privateKeyTypeInput() {
    return this.inputs.get('privateKeyType');
  }

  /** Takes `privateKeyType` back, as if it had never been given. */
  resetPrivateKeyType(): void {
    this.inputs.reset('privateKeyType');
  }

  /** Curve of an `ecdsa` key: `p256`, `p384` or `p521`; the service takes `p256` if not given. Never answered. */
  get ellipticCurve(): string {
    return this.getStringAttribute('elliptic_curve');
  }

  set ellipticCurve(value: 'p256' | 'p384' | 'p521' | (string & {})) {
    this.inputs.put('ellipticCurve', value);
  }

  /** What was given for `ellipticCurve`. */
  get ellipticCurveInput() {
    return this.inputs.get('ellipticCurve');
  }

  /** Takes `ellipticCurve` back, as if it had never been given. */
  resetEllipticCurve(): void {
    this.inputs.reset('ellipticCurve');
  }

  /** Bits of an `rsa` key: 2048 or 4096; the service takes 2048 if not given. Never answered. */
  get keySize(): number {
    return this.getNumberAttribute('key_size');
  }

  set keySize(value: number) {
    this.inputs.put('keySize', value);
  }

  /** What was given for `keySize`. */
  get keySizeInput() {
    return this.inputs.get('keySize');
  }

  /** Takes `keySize` back, as if it had never been given. */
  resetKeySize(): void {
    this.inputs.reset('keySize');
  }

  /** The authority’s public key as an authorized-keys line. */
  get publicKey(): string {
    return this.getStringAttribute('public_key');
  }

  /** Type of the private key: `rsa`, `ecdsa` or `ed25519`. */
  get keyType(): string {
    return this.getStringAttribute('key_type');
  }
}
