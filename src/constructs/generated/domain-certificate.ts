// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type ImportableResource, type IResolvable, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { findComposite } from '../../model/composites';
import { RefOutputReference } from '../outputs';
import { createImportableResource, isResourceOfType, NetingressResource } from '../resource';

/** Timeouts of operations. */
export interface DomainCertificateTimeouts {
  /**
   * Maximum time to wait for the certificate, for example `90s` or `1h30m`. Default: `20m`.
   *
   * @default - not set
   */
  readonly create?: string;
}

/** Properties of {@link DomainCertificate}. */
export interface DomainCertificateProps extends TerraformMetaArguments {
  /** Identifier of the domain. Changing it replaces the object. */
  readonly domainId: string;

  /**
   * Timeouts of operations.
   *
   * @default - not set
   */
  readonly timeouts?: DomainCertificateTimeouts | IResolvable;
}

/** References to the attributes of {@link DomainCertificateTimeouts}. */
export class DomainCertificateTimeoutsOutputReference extends ComplexObject {
  /** Maximum time to wait for the certificate, for example `90s` or `1h30m`. Default: `20m`. */
  get create(): string {
    return this.getStringAttribute('create');
  }
}

/**
 * Waits until the service has issued the certificate of a domain with a `certificate_management_policy`; resources that depend on it are created afterwards. A DNS error fails at once and lists the required records; internal errors of the service are retried. Destroying this resource changes nothing at the service.
 *
 * Terraform type: `netingress_domain_certificate`.
 */
export class DomainCertificate extends NetingressResource<DomainCertificateProps> {
  static readonly tfResourceType = 'netingress_domain_certificate';

  constructor(scope: Construct, id: string, props: DomainCertificateProps) {
    super(scope, id, findComposite('domain_certificate'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDomainCertificate(value: unknown): value is DomainCertificate {
    return isResourceOfType(value, DomainCertificate.tfResourceType);
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
    return createImportableResource(scope, importToId, DomainCertificate.tfResourceType, importFromId, provider);
  }

  /** Identifier of the domain. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  /** Identifier of the domain. */
  get domainId(): string {
    return this.getStringAttribute('domain_id');
  }

  set domainId(value: string) {
    this.inputs.set('domainId', value);
  }

  /** The input value of `domainId`. */
  get domainIdInput() {
    return this.inputs.get('domainId');
  }

  /** Domain of the certificate. */
  get domain(): string {
    return this.getStringAttribute('domain');
  }

  /** The certificate of the domain, uploaded or issued. */
  get certificate(): RefOutputReference {
    return new RefOutputReference(this, 'certificate', false);
  }

  /** Time of the next renewal, RFC 3339; null until the first certificate is issued. */
  get renewsAt(): string {
    return this.getStringAttribute('renews_at');
  }

  /** Timeouts of operations. */
  get timeouts(): DomainCertificateTimeoutsOutputReference {
    return new DomainCertificateTimeoutsOutputReference(this, 'timeouts', false);
  }

  set timeouts(value: DomainCertificateTimeouts | IResolvable) {
    this.inputs.set('timeouts', value);
  }

  /** The input value of `timeouts`. */
  get timeoutsInput() {
    return this.inputs.get('timeouts');
  }

  /** Unsets `timeouts`. */
  resetTimeouts(): void {
    this.inputs.reset('timeouts');
  }
}
