// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { Fn, type ImportableResource, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { createImportableResource, isResourceOfType, NetingressResource } from '../resource';

/** Properties of {@link SshHostCertificate}. */
export interface SshHostCertificateProps extends TerraformMetaArguments {
  /**
   * Holder of the certificate. At most 255 bytes.
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

  /** Identifier of the SSH certificate authority that signs the certificate. Changing it replaces the object. */
  readonly sshCertificateAuthorityId: string;

  /** Public key to sign: an authorized-keys line, RFC 4716, or PEM. Changing it replaces the object. */
  readonly publicKey: string;

  /**
   * Host names and IP addresses that the certificate is valid for; all hosts if empty. Changing it replaces the object.
   *
   * @default - not set
   */
  readonly principals?: readonly string[];

  /**
   * Start of the validity, RFC 3339. If unset, the service uses the creation time; removing it keeps the value. Changing it replaces the object.
   *
   * @default - computed by the service
   */
  readonly validAfter?: string;

  /**
   * End of the validity, RFC 3339. If unset, the service uses one year after the start; removing it keeps the value. Changing it replaces the object.
   *
   * @default - computed by the service
   */
  readonly validUntil?: string;
}

/**
 * A certificate that proves the identity of an SSH server.
 *
 * Terraform type: `netingress_ssh_host_certificate`.
 */
export class SshHostCertificate extends NetingressResource<SshHostCertificateProps> {
  static readonly tfResourceType = 'netingress_ssh_host_certificate';

  constructor(scope: Construct, id: string, props: SshHostCertificateProps) {
    super(scope, id, getKind('ssh_host_certificate'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isSshHostCertificate(value: unknown): value is SshHostCertificate {
    return isResourceOfType(value, SshHostCertificate.tfResourceType);
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
    return createImportableResource(scope, importToId, SshHostCertificate.tfResourceType, importFromId, provider);
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

  /** Holder of the certificate. At most 255 bytes. */
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

  /** Identifier of the SSH certificate authority that signs the certificate. */
  get sshCertificateAuthorityId(): string {
    return this.getStringAttribute('ssh_certificate_authority_id');
  }

  set sshCertificateAuthorityId(value: string) {
    this.inputs.set('sshCertificateAuthorityId', value);
  }

  /** The input value of `sshCertificateAuthorityId`. */
  get sshCertificateAuthorityIdInput() {
    return this.inputs.get('sshCertificateAuthorityId');
  }

  /** Public key to sign: an authorized-keys line, RFC 4716, or PEM. */
  get publicKey(): string {
    return this.getStringAttribute('public_key');
  }

  set publicKey(value: string) {
    this.inputs.set('publicKey', value);
  }

  /** The input value of `publicKey`. */
  get publicKeyInput() {
    return this.inputs.get('publicKey');
  }

  /** Type of the key: `rsa`, `ecdsa` or `ed25519`. */
  get keyType(): string {
    return this.getStringAttribute('key_type');
  }

  /** Host names and IP addresses that the certificate is valid for; all hosts if empty. */
  get principals(): string[] {
    return Fn.tolist(this.getListAttribute('principals'));
  }

  set principals(value: readonly string[]) {
    this.inputs.set('principals', value);
  }

  /** The input value of `principals`. */
  get principalsInput() {
    return this.inputs.get('principals');
  }

  /** Unsets `principals`. */
  resetPrincipals(): void {
    this.inputs.reset('principals');
  }

  /** Start of the validity, RFC 3339. */
  get validAfter(): string {
    return this.getStringAttribute('valid_after');
  }

  set validAfter(value: string) {
    this.inputs.set('validAfter', value);
  }

  /** The input value of `validAfter`. */
  get validAfterInput() {
    return this.inputs.get('validAfter');
  }

  /** Unsets `validAfter`. */
  resetValidAfter(): void {
    this.inputs.reset('validAfter');
  }

  /** End of the validity, RFC 3339. */
  get validUntil(): string {
    return this.getStringAttribute('valid_until');
  }

  set validUntil(value: string) {
    this.inputs.set('validUntil', value);
  }

  /** The input value of `validUntil`. */
  get validUntilInput() {
    return this.inputs.get('validUntil');
  }

  /** Unsets `validUntil`. */
  resetValidUntil(): void {
    this.inputs.reset('validUntil');
  }

  /** The signed certificate as an authorized-keys line. */
  get certificate(): string {
    return this.getStringAttribute('certificate');
  }
}
