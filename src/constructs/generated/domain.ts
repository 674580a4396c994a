// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { getKind } from '../../model/kinds';
import { getDataSource } from '../../model/data-sources';
import { expandAttributes } from '../../model/variants/expand-attributes';
import { defineAttributes, type OutputList, type RefOutputReference } from '../outputs';
import { isResourceOfType, NetingressResource } from '../resource';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';
import { type DescriptionInput, type FilterInput, type IdInput, type MetadataInput } from './shared-inputs';

/** What each class of a `Domain` has. */
interface DomainAttributes {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  /** URI of this object in the management API. */
  get uri(): string;
  /** Creation time, RFC 3339 in UTC. */
  get createdAt(): string;
  /** Purpose of the domain. At most 255 bytes. */
  get description(): string;
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  /** Host name to reserve, optionally with a leading wildcard as in `*.example.com`. Case and a trailing dot are ignored. */
  get domain(): string;
  /**
   * Region of the reservation.
   *
   * @deprecated Traffic is handled globally; remove the region.
   */
  get region(): string;
  /** Identifier of the TLS certificate of the domain. Conflicts with `certificateManagementPolicy`. A certificate that the service issued is in `certificate` only. */
  get certificateId(): string;
  /** The certificate of the domain, uploaded or issued. */
  get certificate(): RefOutputReference;
  /** Points of presence to which the domain resolves: `us`, `us-cal-1`, `eu`, `au`, `ap`, `jp`, `sa`, `in`, `global`, or an address of the account, also with a port. Unset: the nearest ones. */
  get resolvesTo(): string[];
  /** Whether this is the development domain of the account, which the service created and which cannot be deleted. */
  get isDev(): IResolvable;
  /** Target of the CNAME record of the domain; null for a subdomain of the service. */
  get cnameTarget(): string;
  /** Target of the CNAME record of `_acme-challenge.<domain>`, required for certificates of wildcard domains; null for other domains. */
  get acmeChallengeCnameTarget(): string;
}

/** What each class of a `DomainCertificateManagementStatusProvisioningJob` has. */
interface DomainCertificateManagementStatusProvisioningJobAttributes {
  /** Reason of a failure: `INTERNAL_ERROR` is temporary and retried by the service, `DNS_ERROR` requires corrected DNS records. */
  get errorCode(): string;
  /** Progress or failure message. */
  get msg(): string;
  /** Start time of the job, RFC 3339. */
  get startedAt(): string;
  /** Time of the next attempt, RFC 3339. */
  get retriesAt(): string;
}

/** What each class of a `DomainCertificateManagementStatus` has. */
interface DomainCertificateManagementStatusAttributes {
  /** Time of the next renewal, RFC 3339; null until the first certificate is issued. */
  get renewsAt(): string;
}

/** What each class of a `DomainCertificateManagementPolicy` has. */
interface DomainCertificateManagementPolicyAttributes {
  /** Certificate authority that issues the certificates. Only `letsencrypt` is supported. */
  get authority(): string;
  /** Type of the private key: `rsa` or `ecdsa`. Default: `rsa`, which every TLS client accepts; `ecdsa` in the profile `ngrok`. */
  get privateKeyType(): string;
}

/** The service requests and renews the TLS certificate. */
export interface DomainCertificateManagementPolicy {
  /** Certificate authority that issues the certificates. Only `letsencrypt` is supported. */
  readonly authority: 'letsencrypt' | (string & {});
  /**
   * Type of the private key: `rsa` or `ecdsa`. Default: `rsa`, which every TLS client accepts; `ecdsa` in the profile `ngrok`.
   *
   * @default - "rsa", in the profile ngrok "ecdsa"
   */
  readonly privateKeyType?: 'rsa' | 'ecdsa' | (string & {});
}

/** Properties of {@link Domain}. */
export interface DomainProps extends TerraformMetaArguments {
  /**
   * Purpose of the domain. At most 255 bytes.
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
  /** Host name to reserve, optionally with a leading wildcard as in `*.example.com`. Case and a trailing dot are ignored. Changing it replaces the object. */
  readonly domain: string;
  /**
   * Region of the reservation. Unset by default; removing it keeps the value. The service may omit the region from responses, so the first value configured after an import is accepted as the current one. Changing it replaces the object. One of `au`, `eu`, `ap`, `us`, `us-cal-1`, `jp`, `in`, `sa`.
   *
   * @default - computed by the service
   * @deprecated Traffic is handled globally; remove the region.
   */
  readonly region?: 'au' | 'eu' | 'ap' | 'us' | 'us-cal-1' | 'jp' | 'in' | 'sa' | (string & {});
  /**
   * Identifier of the TLS certificate of the domain. Conflicts with `certificateManagementPolicy`. A certificate that the service issued is in `certificate` only.
   *
   * @default - not set
   */
  readonly certificateId?: string;
  /**
   * The service requests and renews the TLS certificate. Remove it to disable automatic management. If no policy is configured, the service may set one on a wildcard domain (`letsencrypt`, `ecdsa`); the provider ignores it. To remove it, configure it once and then delete it from the configuration. After an import, the first apply sends the same policy again.
   *
   * @default - not set
   */
  readonly certificateManagementPolicy?: DomainCertificateManagementPolicy | IResolvable;
  /**
   * Points of presence to which the domain resolves: `us`, `us-cal-1`, `eu`, `au`, `ap`, `jp`, `sa`, `in`, `global`, or an address of the account, also with a port. Unset: the nearest ones. Profile `ngrok` only.
   *
   * @default - not set
   */
  readonly resolvesTo?: readonly string[];
}

/** The job that provisions or renews the certificate; null while no job is running. */
export class DomainCertificateManagementStatusProvisioningJobOutputReference extends ComplexObject {}
export interface DomainCertificateManagementStatusProvisioningJobOutputReference extends DomainCertificateManagementStatusProvisioningJobAttributes {}

/** State of automatic certificate management; null while it is disabled. */
export class DomainCertificateManagementStatusOutputReference extends ComplexObject {}
export interface DomainCertificateManagementStatusOutputReference extends DomainCertificateManagementStatusAttributes {
  /** The job that provisions or renews the certificate; null while no job is running. */
  get provisioningJob(): DomainCertificateManagementStatusProvisioningJobOutputReference;
}

/** References to the attributes of {@link DomainCertificateManagementPolicy}. */
export class DomainCertificateManagementPolicyOutputReference extends ComplexObject {}
export interface DomainCertificateManagementPolicyOutputReference extends DomainCertificateManagementPolicyAttributes {}

/**
 * A host name reserved for your endpoints, with its TLS certificate.
 *
 * Terraform type: `netingress_domain`.
 */
export class Domain extends NetingressResource<DomainProps> {
  static readonly tfResourceType = 'netingress_domain';

  constructor(scope: Construct, id: string, props: DomainProps) {
    super(scope, id, getKind('domain'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDomain(value: unknown): value is Domain {
    return isResourceOfType(value, Domain.tfResourceType);
  }
}
export interface Domain extends DomainAttributes, DescriptionInput, MetadataInput {
  /** Purpose of the domain. At most 255 bytes. */
  get description(): string;
  set description(value: string);
  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string;
  set metadata(value: string);
  /** Host name to reserve, optionally with a leading wildcard as in `*.example.com`. Case and a trailing dot are ignored. */
  get domain(): string;
  set domain(value: string);
  /** The input value of `domain`. */
  get domainInput(): string | undefined;
  /**
   * Region of the reservation.
   *
   * @deprecated Traffic is handled globally; remove the region.
   */
  get region(): string;
  set region(value: 'au' | 'eu' | 'ap' | 'us' | 'us-cal-1' | 'jp' | 'in' | 'sa' | (string & {}));
  /** The input value of `region`. */
  get regionInput(): 'au' | 'eu' | 'ap' | 'us' | 'us-cal-1' | 'jp' | 'in' | 'sa' | (string & {}) | undefined;
  /** Unsets `region`. */
  resetRegion(): void;
  /** Identifier of the TLS certificate of the domain. Conflicts with `certificateManagementPolicy`. A certificate that the service issued is in `certificate` only. */
  get certificateId(): string;
  set certificateId(value: string);
  /** The input value of `certificateId`. */
  get certificateIdInput(): string | undefined;
  /** Unsets `certificateId`. */
  resetCertificateId(): void;
  /** The service requests and renews the TLS certificate. */
  get certificateManagementPolicy(): DomainCertificateManagementPolicyOutputReference;
  set certificateManagementPolicy(value: DomainCertificateManagementPolicy | IResolvable);
  /** The input value of `certificateManagementPolicy`. */
  get certificateManagementPolicyInput(): DomainCertificateManagementPolicy | IResolvable | undefined;
  /** Unsets `certificateManagementPolicy`. */
  resetCertificateManagementPolicy(): void;
  /** State of automatic certificate management; null while it is disabled. */
  get certificateManagementStatus(): DomainCertificateManagementStatusOutputReference;
  /** Points of presence to which the domain resolves: `us`, `us-cal-1`, `eu`, `au`, `ap`, `jp`, `sa`, `in`, `global`, or an address of the account, also with a port. Unset: the nearest ones. */
  get resolvesTo(): string[];
  set resolvesTo(value: readonly string[]);
  /** The input value of `resolvesTo`. */
  get resolvesToInput(): readonly string[] | undefined;
  /** Unsets `resolvesTo`. */
  resetResolvesTo(): void;
}

defineAttributes(Domain, expandAttributes(getKind('domain').attributes), {
  'certificate_management_status.provisioning_job': DomainCertificateManagementStatusProvisioningJobOutputReference,
  'certificate_management_status': DomainCertificateManagementStatusOutputReference,
  'certificate_management_policy': DomainCertificateManagementPolicyOutputReference,
});

/** Properties of {@link DataNetingressDomain}. */
export interface DataNetingressDomainProps extends TerraformMetaArguments {
  /**
   * Unique identifier, set by the service on create.
   *
   * @default - computed by the service
   */
  readonly id?: string;
  /**
   * Host name to reserve, optionally with a leading wildcard as in `*.example.com`. Case and a trailing dot are ignored.
   *
   * @default - computed by the service
   */
  readonly domain?: string;
}

/** The job that provisions or renews the certificate; null while no job is running. */
export class DataNetingressDomainCertificateManagementStatusProvisioningJobOutputReference extends ComplexObject {}
export interface DataNetingressDomainCertificateManagementStatusProvisioningJobOutputReference extends DomainCertificateManagementStatusProvisioningJobAttributes {}

/** State of automatic certificate management; null while it is disabled. */
export class DataNetingressDomainCertificateManagementStatusOutputReference extends ComplexObject {}
export interface DataNetingressDomainCertificateManagementStatusOutputReference extends DomainCertificateManagementStatusAttributes {
  /** The job that provisions or renews the certificate; null while no job is running. */
  get provisioningJob(): DataNetingressDomainCertificateManagementStatusProvisioningJobOutputReference;
}

/** The service requests and renews the TLS certificate. */
export class DataNetingressDomainCertificateManagementPolicyOutputReference extends ComplexObject {}
export interface DataNetingressDomainCertificateManagementPolicyOutputReference extends DomainCertificateManagementPolicyAttributes {}

/**
 * Reads one domain by `id` or `domain`. It is an error if no object or several objects match.
 *
 * Terraform type: `netingress_domain`.
 */
export class DataNetingressDomain extends NetingressDataSource<DataNetingressDomainProps> {
  static readonly tfResourceType = 'netingress_domain';

  constructor(scope: Construct, id: string, props: DataNetingressDomainProps = {}) {
    super(scope, id, getDataSource('domain'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressDomain(value: unknown): value is DataNetingressDomain {
    return isDataSourceOfType(value, DataNetingressDomain.tfResourceType);
  }
}
export interface DataNetingressDomain extends DomainAttributes, IdInput {
  /** Unique identifier, set by the service on create. */
  get id(): string;
  set id(value: string);
  /** Host name to reserve, optionally with a leading wildcard as in `*.example.com`. Case and a trailing dot are ignored. */
  get domain(): string;
  set domain(value: string);
  /** The input value of `domain`. */
  get domainInput(): string | undefined;
  /** Unsets `domain`. */
  resetDomain(): void;
  /** The service requests and renews the TLS certificate. */
  get certificateManagementPolicy(): DataNetingressDomainCertificateManagementPolicyOutputReference;
  /** State of automatic certificate management; null while it is disabled. */
  get certificateManagementStatus(): DataNetingressDomainCertificateManagementStatusOutputReference;
}

defineAttributes(DataNetingressDomain, getDataSource('domain').attributes, {
  'certificate_management_status.provisioning_job': DataNetingressDomainCertificateManagementStatusProvisioningJobOutputReference,
  'certificate_management_status': DataNetingressDomainCertificateManagementStatusOutputReference,
  'certificate_management_policy': DataNetingressDomainCertificateManagementPolicyOutputReference,
});

/** Properties of {@link DataNetingressDomains}. */
export interface DataNetingressDomainsProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.domain`, `obj.region`, `obj.cname_target`, `obj.certificate.id`, `obj.acme_challenge_cname_target`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** The job that provisions or renews the certificate; null while no job is running. */
export class DataNetingressDomainsDomainCertificateManagementStatusProvisioningJobOutputReference extends ComplexObject {}
export interface DataNetingressDomainsDomainCertificateManagementStatusProvisioningJobOutputReference extends DomainCertificateManagementStatusProvisioningJobAttributes {}

/** State of automatic certificate management; null while it is disabled. */
export class DataNetingressDomainsDomainCertificateManagementStatusOutputReference extends ComplexObject {}
export interface DataNetingressDomainsDomainCertificateManagementStatusOutputReference extends DomainCertificateManagementStatusAttributes {
  /** The job that provisions or renews the certificate; null while no job is running. */
  get provisioningJob(): DataNetingressDomainsDomainCertificateManagementStatusProvisioningJobOutputReference;
}

/** The service requests and renews the TLS certificate. */
export class DataNetingressDomainsDomainCertificateManagementPolicyOutputReference extends ComplexObject {}
export interface DataNetingressDomainsDomainCertificateManagementPolicyOutputReference extends DomainCertificateManagementPolicyAttributes {}

/** One element of `domains`. */
export class DataNetingressDomainsDomainOutputReference extends ComplexObject {}
export interface DataNetingressDomainsDomainOutputReference extends DomainAttributes {
  /** The service requests and renews the TLS certificate. */
  get certificateManagementPolicy(): DataNetingressDomainsDomainCertificateManagementPolicyOutputReference;
  /** State of automatic certificate management; null while it is disabled. */
  get certificateManagementStatus(): DataNetingressDomainsDomainCertificateManagementStatusOutputReference;
}

/**
 * Reads all objects of the type domain, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_domains`.
 */
export class DataNetingressDomains extends NetingressDataSource<DataNetingressDomainsProps> {
  static readonly tfResourceType = 'netingress_domains';

  constructor(scope: Construct, id: string, props: DataNetingressDomainsProps = {}) {
    super(scope, id, getDataSource('domains'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressDomains(value: unknown): value is DataNetingressDomains {
    return isDataSourceOfType(value, DataNetingressDomains.tfResourceType);
  }
}
export interface DataNetingressDomains extends FilterInput {
  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.domain`, `obj.region`, `obj.cname_target`, `obj.certificate.id`, `obj.acme_challenge_cname_target`. All objects are read if unset. */
  get filter(): string;
  set filter(value: string);
  /** Matching objects, newest first. */
  get domains(): OutputList<DataNetingressDomainsDomainOutputReference>;
}

defineAttributes(DataNetingressDomains, getDataSource('domains').attributes, {
  'domains.certificate_management_status.provisioning_job': DataNetingressDomainsDomainCertificateManagementStatusProvisioningJobOutputReference,
  'domains.certificate_management_status': DataNetingressDomainsDomainCertificateManagementStatusOutputReference,
  'domains.certificate_management_policy': DataNetingressDomainsDomainCertificateManagementPolicyOutputReference,
  'domains': DataNetingressDomainsDomainOutputReference,
});
