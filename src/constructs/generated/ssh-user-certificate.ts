// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { getDataSource } from '../../model/data-sources';
import { expandAttributes } from '../../model/variants/expand-attributes';
import { defineAttributes, type OutputList } from '../outputs';
import { isResourceOfType, NetingressResource } from '../resource';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';
import { type DescriptionInput, type FilterInput, type IdInput, type MetadataInput } from './shared-inputs';

/** What each class of a `SshUserCertificate` has. */
interface SshUserCertificateAttributes {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  /** URI of this object in the management API. */
  get uri(): string;
  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string;
  /** Holder of the certificate. At most 255 bytes. */
  get description(): string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  /** Identifier of the SSH certificate authority that signs the certificate. */
  get sshCertificateAuthorityId(): string;
  /** Public key to sign: an authorized-keys line, RFC 4716, or PEM. */
  get publicKey(): string;
  /** Type of the key: `rsa`, `ecdsa` or `ed25519`. */
  get keyType(): string;
  /** User names that the holder may sign in as; any user if empty. */
  get principals(): string[];
  /** Start of the validity, RFC 3339. */
  get validAfter(): string;
  /** End of the validity, RFC 3339. */
  get validUntil(): string;
  /** The signed certificate as an authorized-keys line. */
  get certificate(): string;
  /** Restrictions that the SSH server must enforce: `force-command`, and `source-address` with CIDR ranges separated by commas. */
  get criticalOptions(): { [key: string]: string };
  /** Permissions such as `permit-port-forwarding`, mostly with empty values. Default: `permit-pty` and `permit-user-rc`. */
  get extensions(): { [key: string]: string };
}

/** Properties of {@link SshUserCertificate}. */
export interface SshUserCertificateProps extends TerraformMetaArguments {
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
   * User names that the holder may sign in as; any user if empty. Changing it replaces the object.
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
   * End of the validity, RFC 3339. If unset, the service uses 24 hours after the start; removing it keeps the value. Changing it replaces the object.
   *
   * @default - computed by the service
   */
  readonly validUntil?: string;
  /**
   * Restrictions that the SSH server must enforce: `force-command`, and `source-address` with CIDR ranges separated by commas. Changing it replaces the object.
   *
   * @default - not set
   */
  readonly criticalOptions?: { readonly [key: string]: string };
  /**
   * Permissions such as `permit-port-forwarding`, mostly with empty values. Default: `permit-pty` and `permit-user-rc`. Changing it replaces the object.
   *
   * @default {"permit-pty":"","permit-user-rc":""}
   */
  readonly extensions?: { readonly [key: string]: string };
}

/**
 * A certificate that authenticates a person or program at SSH servers.
 *
 * Terraform type: `netingress_ssh_user_certificate`.
 */
export class SshUserCertificate extends NetingressResource<SshUserCertificateProps> {
  static readonly tfResourceType = 'netingress_ssh_user_certificate';

  constructor(scope: Construct, id: string, props: SshUserCertificateProps) {
    super(scope, id, getKind('ssh_user_certificate'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isSshUserCertificate(value: unknown): value is SshUserCertificate {
    return isResourceOfType(value, SshUserCertificate.tfResourceType);
  }
}
export interface SshUserCertificate extends SshUserCertificateAttributes, DescriptionInput, MetadataInput {
  /** Holder of the certificate. At most 255 bytes. */
  get description(): string;
  set description(value: string);
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  set metadata(value: string);
  /** Identifier of the SSH certificate authority that signs the certificate. */
  get sshCertificateAuthorityId(): string;
  set sshCertificateAuthorityId(value: string);
  /** The input value of `sshCertificateAuthorityId`. */
  get sshCertificateAuthorityIdInput(): string | undefined;
  /** Public key to sign: an authorized-keys line, RFC 4716, or PEM. */
  get publicKey(): string;
  set publicKey(value: string);
  /** The input value of `publicKey`. */
  get publicKeyInput(): string | undefined;
  /** User names that the holder may sign in as; any user if empty. */
  get principals(): string[];
  set principals(value: readonly string[]);
  /** The input value of `principals`. */
  get principalsInput(): readonly string[] | undefined;
  /** Unsets `principals`. */
  resetPrincipals(): void;
  /** Start of the validity, RFC 3339. */
  get validAfter(): string;
  set validAfter(value: string);
  /** The input value of `validAfter`. */
  get validAfterInput(): string | undefined;
  /** Unsets `validAfter`. */
  resetValidAfter(): void;
  /** End of the validity, RFC 3339. */
  get validUntil(): string;
  set validUntil(value: string);
  /** The input value of `validUntil`. */
  get validUntilInput(): string | undefined;
  /** Unsets `validUntil`. */
  resetValidUntil(): void;
  /** Restrictions that the SSH server must enforce: `force-command`, and `source-address` with CIDR ranges separated by commas. */
  get criticalOptions(): { [key: string]: string };
  set criticalOptions(value: { readonly [key: string]: string });
  /** The input value of `criticalOptions`. */
  get criticalOptionsInput(): { readonly [key: string]: string } | undefined;
  /** Unsets `criticalOptions`. */
  resetCriticalOptions(): void;
  /** Permissions such as `permit-port-forwarding`, mostly with empty values. Default: `permit-pty` and `permit-user-rc`. */
  get extensions(): { [key: string]: string };
  set extensions(value: { readonly [key: string]: string });
  /** The input value of `extensions`. */
  get extensionsInput(): { readonly [key: string]: string } | undefined;
  /** Unsets `extensions`. */
  resetExtensions(): void;
}

defineAttributes(SshUserCertificate, expandAttributes(getKind('ssh_user_certificate').attributes));

/** Properties of {@link DataNetingressSshUserCertificate}. */
export interface DataNetingressSshUserCertificateProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;
  /**
   * Holder of the certificate. At most 255 bytes.
   *
   * @default - computed by the service
   */
  readonly description?: string;
}

/**
 * Reads one SSH user certificate by `id` or `description`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_ssh_user_certificate`.
 */
export class DataNetingressSshUserCertificate extends NetingressDataSource<DataNetingressSshUserCertificateProps> {
  static readonly tfResourceType = 'netingress_ssh_user_certificate';

  constructor(scope: Construct, id: string, props: DataNetingressSshUserCertificateProps = {}) {
    super(scope, id, getDataSource('ssh_user_certificate'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressSshUserCertificate(value: unknown): value is DataNetingressSshUserCertificate {
    return isDataSourceOfType(value, DataNetingressSshUserCertificate.tfResourceType);
  }
}
export interface DataNetingressSshUserCertificate extends SshUserCertificateAttributes, IdInput, DescriptionInput {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  set id(value: string);
  /** Holder of the certificate. At most 255 bytes. */
  get description(): string;
  set description(value: string);
}

defineAttributes(DataNetingressSshUserCertificate, getDataSource('ssh_user_certificate').attributes);

/** Properties of {@link DataNetingressSshUserCertificates}. */
export interface DataNetingressSshUserCertificatesProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the provider, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `sshUserCertificates`. */
export class DataNetingressSshUserCertificatesSshUserCertificateOutputReference extends ComplexObject {}
export interface DataNetingressSshUserCertificatesSshUserCertificateOutputReference extends SshUserCertificateAttributes {}

/**
 * Reads all objects of the type SSH user certificate, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_ssh_user_certificates`.
 */
export class DataNetingressSshUserCertificates extends NetingressDataSource<DataNetingressSshUserCertificatesProps> {
  static readonly tfResourceType = 'netingress_ssh_user_certificates';

  constructor(scope: Construct, id: string, props: DataNetingressSshUserCertificatesProps = {}) {
    super(scope, id, getDataSource('ssh_user_certificates'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressSshUserCertificates(value: unknown): value is DataNetingressSshUserCertificates {
    return isDataSourceOfType(value, DataNetingressSshUserCertificates.tfResourceType);
  }
}
export interface DataNetingressSshUserCertificates extends FilterInput {
  /** CEL expression over `obj`, evaluated by the provider, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read if unset. */
  get filter(): string;
  set filter(value: string);
  /** Matching objects, newest first. */
  get sshUserCertificates(): OutputList<DataNetingressSshUserCertificatesSshUserCertificateOutputReference>;
}

defineAttributes(DataNetingressSshUserCertificates, getDataSource('ssh_user_certificates').attributes, {
  'ssh_user_certificates': DataNetingressSshUserCertificatesSshUserCertificateOutputReference,
});
