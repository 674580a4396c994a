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

/** What each class of a `SshCertificateAuthority` has. */
interface SshCertificateAuthorityAttributes {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  /** URI of this object in the management API. */
  get uri(): string;
  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string;
  /** Purpose of the authority. At most 255 bytes. */
  get description(): string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  /** Type of the key pair: `rsa`, `ecdsa` or `ed25519`. Default: `ed25519`. */
  get privateKeyType(): string;
  /** Public key of the authority as an authorized-keys line. */
  get publicKey(): string;
  /** Type of the private key: `rsa`, `ecdsa` or `ed25519`. */
  get keyType(): string;
}

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
}
export interface SshCertificateAuthority extends SshCertificateAuthorityAttributes, DescriptionInput, MetadataInput {
  /** Purpose of the authority. At most 255 bytes. */
  get description(): string;
  set description(value: string);
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  set metadata(value: string);
  /** Type of the key pair: `rsa`, `ecdsa` or `ed25519`. Default: `ed25519`. */
  get privateKeyType(): string;
  set privateKeyType(value: 'rsa' | 'ecdsa' | 'ed25519' | (string & {}));
  /** The input value of `privateKeyType`. */
  get privateKeyTypeInput(): 'rsa' | 'ecdsa' | 'ed25519' | (string & {}) | undefined;
  /** Unsets `privateKeyType`. */
  resetPrivateKeyType(): void;
  /** Curve of an `ecdsa` key: `p256`, `p384` or `p521`. The service uses `p256` if unset. No response contains it. */
  get ellipticCurve(): string;
  set ellipticCurve(value: 'p256' | 'p384' | 'p521' | (string & {}));
  /** The input value of `ellipticCurve`. */
  get ellipticCurveInput(): 'p256' | 'p384' | 'p521' | (string & {}) | undefined;
  /** Unsets `ellipticCurve`. */
  resetEllipticCurve(): void;
  /** Size of an `rsa` key in bits: 2048 or 4096. The service uses 2048 if unset. No response contains it. */
  get keySize(): number;
  set keySize(value: 2048 | 4096 | (number & {}));
  /** The input value of `keySize`. */
  get keySizeInput(): 2048 | 4096 | (number & {}) | undefined;
  /** Unsets `keySize`. */
  resetKeySize(): void;
}

defineAttributes(SshCertificateAuthority, expandAttributes(getKind('ssh_certificate_authority').attributes));

/** Properties of {@link DataNetingressSshCertificateAuthority}. */
export interface DataNetingressSshCertificateAuthorityProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;
  /**
   * Purpose of the authority. At most 255 bytes.
   *
   * @default - computed by the service
   */
  readonly description?: string;
}

/**
 * Reads one SSH certificate authority by `id` or `description`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_ssh_certificate_authority`.
 */
export class DataNetingressSshCertificateAuthority extends NetingressDataSource<DataNetingressSshCertificateAuthorityProps> {
  static readonly tfResourceType = 'netingress_ssh_certificate_authority';

  constructor(scope: Construct, id: string, props: DataNetingressSshCertificateAuthorityProps = {}) {
    super(scope, id, getDataSource('ssh_certificate_authority'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressSshCertificateAuthority(value: unknown): value is DataNetingressSshCertificateAuthority {
    return isDataSourceOfType(value, DataNetingressSshCertificateAuthority.tfResourceType);
  }
}
export interface DataNetingressSshCertificateAuthority extends SshCertificateAuthorityAttributes, IdInput, DescriptionInput {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  set id(value: string);
  /** Purpose of the authority. At most 255 bytes. */
  get description(): string;
  set description(value: string);
}

defineAttributes(DataNetingressSshCertificateAuthority, getDataSource('ssh_certificate_authority').attributes);

/** Properties of {@link DataNetingressSshCertificateAuthorities}. */
export interface DataNetingressSshCertificateAuthoritiesProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `sshCertificateAuthorities`. */
export class DataNetingressSshCertificateAuthoritiesSshCertificateAuthorityOutputReference extends ComplexObject {}
export interface DataNetingressSshCertificateAuthoritiesSshCertificateAuthorityOutputReference extends SshCertificateAuthorityAttributes {}

/**
 * Reads all objects of the type SSH certificate authority, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_ssh_certificate_authorities`.
 */
export class DataNetingressSshCertificateAuthorities extends NetingressDataSource<DataNetingressSshCertificateAuthoritiesProps> {
  static readonly tfResourceType = 'netingress_ssh_certificate_authorities';

  constructor(scope: Construct, id: string, props: DataNetingressSshCertificateAuthoritiesProps = {}) {
    super(scope, id, getDataSource('ssh_certificate_authorities'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressSshCertificateAuthorities(value: unknown): value is DataNetingressSshCertificateAuthorities {
    return isDataSourceOfType(value, DataNetingressSshCertificateAuthorities.tfResourceType);
  }
}
export interface DataNetingressSshCertificateAuthorities extends FilterInput {
  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`. All objects are read if unset. */
  get filter(): string;
  set filter(value: string);
  /** Matching objects, newest first. */
  get sshCertificateAuthorities(): OutputList<DataNetingressSshCertificateAuthoritiesSshCertificateAuthorityOutputReference>;
}

defineAttributes(DataNetingressSshCertificateAuthorities, getDataSource('ssh_certificate_authorities').attributes, {
  'ssh_certificate_authorities': DataNetingressSshCertificateAuthoritiesSshCertificateAuthorityOutputReference,
});
