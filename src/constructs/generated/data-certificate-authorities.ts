// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { findDataSource } from '../../model/data-sources';
import { OutputList } from '../outputs';
import { isDataSourceOfType, NetingressDataSource } from '../data-source';

/** Properties of {@link DataNetingressCertificateAuthorities}. */
export interface DataNetingressCertificateAuthoritiesProps extends TerraformMetaArguments {
  /**
   * CEL expression over `obj`, evaluated by the service, such as `obj.description == "edge"`. It may name `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.subject_common_name`, `obj.not_before`, `obj.not_after`. All objects are read without it.
   *
   * @default - not set
   */
  readonly filter?: string;
}

/** One element of `certificateAuthorities`. */
export class DataNetingressCertificateAuthoritiesCertificateAuthorityOutputReference extends ComplexObject {
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

  /** Whose certificates the authority signs. At most 255 bytes. */
  get description(): string {
    return this.getStringAttribute('description');
  }

  /** Machine-readable data of your own, for example JSON. At most 4096 bytes; the service stores it and never reads it. */
  get metadata(): string {
    return this.getStringAttribute('metadata');
  }

  /** The authority’s certificate as PEM: exactly one, and one that may sign. */
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

  /** Actions that the private key may be used for. */
  get keyUsages(): string[] {
    return this.getListAttribute('key_usages');
  }

  /** Purposes beyond the key usages, such as `serverAuth`. */
  get extendedKeyUsages(): string[] {
    return this.getListAttribute('extended_key_usages');
  }
}

/**
 * Reads all objects of the kind certificate authority, or those that a filter chooses. None is an empty list.
 *
 * Terraform type: `netingress_certificate_authorities`.
 */
export class DataNetingressCertificateAuthorities extends NetingressDataSource<DataNetingressCertificateAuthoritiesProps> {
  static readonly tfResourceType = 'netingress_certificate_authorities';

  constructor(scope: Construct, id: string, props: DataNetingressCertificateAuthoritiesProps = {}) {
    super(scope, id, findDataSource('certificate_authorities'), props);
  }

  /** Whether the value is such a construct. */
  static isDataNetingressCertificateAuthorities(value: unknown): value is DataNetingressCertificateAuthorities {
    return isDataSourceOfType(value, DataNetingressCertificateAuthorities.tfResourceType);
  }

  /** CEL expression over `obj`, evaluated by the service, such as `obj.description == "edge"`. It may name `obj.id`, `obj.created_at`, `obj.description`, `obj.metadata`, `obj.subject_common_name`, `obj.not_before`, `obj.not_after`. All objects are read without it. */
  get filter(): string {
    return this.getStringAttribute('filter');
  }

  set filter(value: string) {
    this.inputs.put('filter', value);
  }

  /** What was given for `filter`. */
  get filterInput() {
    return this.inputs.get('filter');
  }

  /** Takes `filter` back, as if it had never been given. */
  resetFilter(): void {
    this.inputs.reset('filter');
  }

  /** What was found, newest first. */
  get certificateAuthorities(): OutputList<DataNetingressCertificateAuthoritiesCertificateAuthorityOutputReference> {
    return new OutputList(this, 'certificate_authorities', false, DataNetingressCertificateAuthoritiesCertificateAuthorityOutputReference);
  }
}
