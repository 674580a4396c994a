// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressCertificateAuthorities}. */
export interface DataNetingressCertificateAuthoritiesProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.subject_common_name`, `obj.not_before`, `obj.not_after`. All objects are read if unset.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `certificateAuthorities`. */
export class DataNetingressCertificateAuthoritiesCertificateAuthorityOutputReference extends ComplexObject {
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

  /** Clients whose certificates the authority signs. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it unread. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** Certificate of the authority as PEM: exactly one, which must be allowed to sign certificates. */
  get caPem(): string {
    return this.getStringAttribute('ca_pem');
  }

  /** Common name of the authority’s subject. */
  get subjectCommonName(): string {
    return this.getStringAttribute('subject_common_name');
  }

  /** Start of the authority’s validity, RFC 3339. */
  get notBefore(): string {
    return this.getStringAttribute('not_before');
  }

  /** End of the authority’s validity, RFC 3339. */
  get notAfter(): string {
    return this.getStringAttribute('not_after');
  }

  /** Allowed uses of the private key. */
  get keyUsages(): string[] {
    return this.getListAttribute('key_usages');
  }

  /** Allowed purposes beyond the key usages, such as `serverAuth`. */
  get extendedKeyUsages(): string[] {
    return this.getListAttribute('extended_key_usages');
  }
}

/**
 * Reads all objects of the type certificate authority, or those that match a filter. The list may be empty.
 *
 * Terraform type: `netingress_certificate_authorities`.
 */
export class DataNetingressCertificateAuthorities extends NetingressDataSource<DataNetingressCertificateAuthoritiesProps> {
  static readonly tfResourceType = 'netingress_certificate_authorities';

  constructor(scope: Construct, id: string, props: DataNetingressCertificateAuthoritiesProps = {}) {
    super(scope, id, findDataSource('certificate_authorities'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDataNetingressCertificateAuthorities(value: unknown): value is DataNetingressCertificateAuthorities {
    return isDataSourceOfType(value, DataNetingressCertificateAuthorities.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the service, for example `obj.description == "edge"`. Fields: `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.subject_common_name`, `obj.not_before`, `obj.not_after`. All objects are read if unset. */
  get filter(): string {
    return this.getStringAttribute('filter');
  }

  set filter(value: string) {
    this.inputs.set('filter', value);
  }

  /** The input value of `filter`. */
  get filterInput() {
    return this.inputs.get('filter');
  }

  /** Unsets `filter`. */
  resetFilter(): void {
    this.inputs.reset('filter');
  }

  /** Matching objects, newest first. */
  get certificateAuthorities(): OutputList<DataNetingressCertificateAuthoritiesCertificateAuthorityOutputReference> {
    return new OutputList(this, 'certificate_authorities', false, DataNetingressCertificateAuthoritiesCertificateAuthorityOutputReference);
  }
}
