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

/** What each class of a `SshHostCertificate` has. */
interface SshHostCertificateAttributes {
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
  /** Host names and IP addresses that the certificate is valid for; all hosts if empty. */
  get principals(): string[];
  /** Start of the validity, RFC 3339. */
  get validAfter(): string;
  /** End of the validity, RFC 3339. */
  get validUntil(): string;
  /** The signed certificate as an authorized-keys line. */
  get certificate(): string;
}

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
}
export interface SshHostCertificate extends SshHostCertificateAttributes, DescriptionInput, MetadataInput {
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
  /** Host names and IP addresses that the certificate is valid for; all hosts if empty. */
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
}

defineAttributes(SshHostCertificate, expandAttributes(getKind('ssh_host_certificate').attributes));

/** Properties of {@link DataNetingressSshHostCertificate}. */
export interface DataNetingressSshHostCertificateProps extends TerraformMetaArguments {
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
 * Reads one SSH host certificate by `id` or `description`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_ssh_host_certificate`.
 */
export class DataNetingressSshHostCertificate extends NetingressDataSource<DataNetingressSshHostCertificateProps> {
  static readonly tfResourceType = 'netingress_ssh_host_certificate';

  constructor(scope: Construct, id: string, props: DataNetingressSshHostCertificateProps = {}) {
    super(scope, id, getDataSource('ssh_host_certificate'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressSshHostCertificate(value: unknown): value is DataNetingressSshHostCertificate {
    return isDataSourceOfType(value, DataNetingressSshHostCertificate.tfResourceType);
  }
}
export interface DataNetingressSshHostCertificate extends SshHostCertificateAttributes, IdInput, DescriptionInput {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  set id(value: string);
  /** Holder of the certificate. At most 255 bytes. */
  get description(): string;
  set description(value: string);
}

defineAttributes(DataNetingressSshHostCertificate, getDataSource('ssh_host_certificate').attributes);

/** Properties of {@link DataNetingressSshHostCertificates}. */
export interface DataNetingressSshHostCertificatesProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the provider, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `sshHostCertificates`. */
export class DataNetingressSshHostCertificatesSshHostCertificateOutputReference extends ComplexObject {}
export interface DataNetingressSshHostCertificatesSshHostCertificateOutputReference extends SshHostCertificateAttributes {}

/**
 * Reads all objects of the type SSH host certificate, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_ssh_host_certificates`.
 */
export class DataNetingressSshHostCertificates extends NetingressDataSource<DataNetingressSshHostCertificatesProps> {
  static readonly tfResourceType = 'netingress_ssh_host_certificates';

  constructor(scope: Construct, id: string, props: DataNetingressSshHostCertificatesProps = {}) {
    super(scope, id, getDataSource('ssh_host_certificates'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressSshHostCertificates(value: unknown): value is DataNetingressSshHostCertificates {
    return isDataSourceOfType(value, DataNetingressSshHostCertificates.tfResourceType);
  }
}
export interface DataNetingressSshHostCertificates extends FilterInput {
  /** CEL expression over `obj`, evaluated by the provider, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read if unset. */
  get filter(): string;
  set filter(value: string);
  /** Matching objects, newest first. */
  get sshHostCertificates(): OutputList<DataNetingressSshHostCertificatesSshHostCertificateOutputReference>;
}

defineAttributes(DataNetingressSshHostCertificates, getDataSource('ssh_host_certificates').attributes, {
  'ssh_host_certificates': DataNetingressSshHostCertificatesSshHostCertificateOutputReference,
});
