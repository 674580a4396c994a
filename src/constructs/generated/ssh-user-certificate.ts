// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { Fn, type ImportableResource, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { importedResource, isResourceOfType, NetingressResource } from '../resource';

/** Properties of {@link SshUserCertificate}. */
export interface SshUserCertificateProps extends TerraformMetaArguments {
  /**
   * Whom the certificate is for. At most 255 bytes.
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

  /** Identifier of the SSH certificate authority that signs. Another authority needs a new certificate. */
  readonly sshCertificateAuthorityId: string;

  /** The public key that is signed: an authorized-keys line, RFC 4716, or PEM. Another key needs a new certificate. */
  readonly publicKey: string;

  /**
   * User names that the holder may sign in as; any user if empty. Other principals need a new certificate. Another value needs a new object.
   *
   * @default - not set
   */
  readonly principals?: readonly string[];

  /**
   * Start of the validity, RFC 3339. The service takes the time of creation if not given; removing it keeps the last. Another value needs a new object.
   *
   * @default - the service chooses
   */
  readonly validAfter?: string;

  /**
   * End of the validity, RFC 3339. The service takes 24 hours after the start if not given; removing it keeps the last. Another value needs a new object.
   *
   * @default - the service chooses
   */
  readonly validUntil?: string;

  /**
   * Restrictions that the SSH server must understand: `force-command`, and `source-address` with CIDR ranges separated by commas. Others need a new certificate. Another value needs a new object.
   *
   * @default - not set
   */
  readonly criticalOptions?: { readonly [key: string]: string };

  /**
   * What the SSH server grants, such as `permit-port-forwarding`, mostly with empty values. The default is `permit-pty` and `permit-user-rc`, the service’s own. Others need a new certificate. Another value needs a new object.
   *
   * @default {"permit-pty":"","permit-user-rc":""}
   */
  readonly extensions?: { readonly [key: string]: string };
}

/**
 * A certificate with which a person or program signs in to SSH servers.
 *
 * Terraform type: `netingress_ssh_user_certificate`.
 */
export class SshUserCertificate extends NetingressResource<SshUserCertificateProps> {
  static readonly tfResourceType = 'netingress_ssh_user_certificate';

  constructor(scope: Construct, id: string, props: SshUserCertificateProps) {
    super(scope, id, getKind('ssh_user_certificate'), props);
  }

  /** Whether the value is such a construct. */
  static isSshUserCertificate(value: unknown): value is SshUserCertificate {
    return isResourceOfType(value, SshUserCertificate.tfResourceType);
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
    return importedResource(scope, importToId, SshUserCertificate.tfResourceType, importFromId, provider);
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

  /** Whom the certificate is for. At most 255 bytes. */
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

  /** Identifier of the SSH certificate authority that signs. Another authority needs a new certificate. */
  get sshCertificateAuthorityId(): string {
    return this.getStringAttribute('ssh_certificate_authority_id');
  }

  set sshCertificateAuthorityId(value: string) {
    this.inputs.put('sshCertificateAuthorityId', value);
  }

  /** What was given for `sshCertificateAuthorityId`. */
  get sshCertificateAuthorityIdInput() {
    return this.inputs.get('sshCertificateAuthorityId');
  }

  /** The public key that is signed: an authorized-keys line, RFC 4716, or PEM. Another key needs a new certificate. */
  get publicKey(): string {
    return this.getStringAttribute('public_key');
  }

  set publicKey(value: string) {
    this.inputs.put('publicKey', value);
  }

  /** What was given for `publicKey`. */
  get publicKeyInput() {
    return this.inputs.get('publicKey');
  }

  /** Type of the key: `rsa`, `ecdsa` or `ed25519`. */
  get keyType(): string {
    return this.getStringAttribute('key_type');
  }

  /** User names that the holder may sign in as; any user if empty. Other principals need a new certificate. */
  get principals(): string[] {
    return Fn.tolist(this.getListAttribute('principals'));
  }

  set principals(value: readonly string[]) {
    this.inputs.put('principals', value);
  }

  /** What was given for `principals`. */
  get principalsInput() {
    return this.inputs.get('principals');
  }

  /** Takes `principals` back, as if it had never been given. */
  resetPrincipals(): void {
    this.inputs.reset('principals');
  }

  /** Start of the validity, RFC 3339. The service takes the time of creation if not given; removing it keeps the last. */
  get validAfter(): string {
    return this.getStringAttribute('valid_after');
  }

  set validAfter(value: string) {
    this.inputs.put('validAfter', value);
  }

  /** What was given for `validAfter`. */
  get validAfterInput() {
    return this.inputs.get('validAfter');
  }

  /** Takes `validAfter` back, as if it had never been given. */
  resetValidAfter(): void {
    this.inputs.reset('validAfter');
  }

  /** End of the validity, RFC 3339. The service takes 24 hours after the start if not given; removing it keeps the last. */
  get validUntil(): string {
    return this.getStringAttribute('valid_until');
  }

  set validUntil(value: string) {
    this.inputs.put('validUntil', value);
  }

  /** What was given for `validUntil`. */
  get validUntilInput() {
    return this.inputs.get('validUntil');
  }

  /** Takes `validUntil` back, as if it had never been given. */
  resetValidUntil(): void {
    this.inputs.reset('validUntil');
  }

  /** The signed certificate as an authorized-keys line. */
  get certificate(): string {
    return this.getStringAttribute('certificate');
  }

  /** Restrictions that the SSH server must understand: `force-command`, and `source-address` with CIDR ranges separated by commas. Others need a new certificate. */
  get criticalOptions(): { [key: string]: string } {
    return this.getStringMapAttribute('critical_options');
  }

  set criticalOptions(value: { readonly [key: string]: string }) {
    this.inputs.put('criticalOptions', value);
  }

  /** What was given for `criticalOptions`. */
  get criticalOptionsInput() {
    return this.inputs.get('criticalOptions');
  }

  /** Takes `criticalOptions` back, as if it had never been given. */
  resetCriticalOptions(): void {
    this.inputs.reset('criticalOptions');
  }

  /** What the SSH server grants, such as `permit-port-forwarding`, mostly with empty values. The default is `permit-pty` and `permit-user-rc`, the service’s own. Others need a new certificate. */
  get extensions(): { [key: string]: string } {
    return this.getStringMapAttribute('extensions');
  }

  set extensions(value: { readonly [key: string]: string }) {
    this.inputs.put('extensions', value);
  }

  /** What was given for `extensions`. */
  get extensionsInput() {
    return this.inputs.get('extensions');
  }

  /** Takes `extensions` back, as if it had never been given. */
  resetExtensions(): void {
    this.inputs.reset('extensions');
  }
}
