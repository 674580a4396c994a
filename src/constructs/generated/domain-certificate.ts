// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type ImportableResource, type IResolvable, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { findComposite } from '../../model/composites';
import { RefOutputReference } from '../outputs';
import { importedResource, isResourceOfType, NetingressResource } from '../resource';

/** How long operations may take. */
export interface DomainCertificateTimeouts {
  /**
   * How long to wait for the certificate, as in `90s` or `1h30m`. Without it `20m`.
   *
   * @default - not set
   */
  readonly create?: string;
}

/** Properties of {@link DomainCertificate}. */
export interface DomainCertificateProps extends TerraformMetaArguments {
  /** Identifier of the domain. Another one needs another wait. Another value needs a new object. */
  readonly domainId: string;

  /**
   * How long operations may take.
   *
   * @default - not set
   */
  readonly timeouts?: DomainCertificateTimeouts | IResolvable;
}

/** What Terraform knows of {@link DomainCertificateTimeouts}. */
export class DomainCertificateTimeoutsOutputReference extends ComplexObject {
  /** How long to wait for the certificate, as in `90s` or `1h30m`. Without it `20m`. */
  get create(): string {
    return this.getStringAttribute('create');
  }
}

/**
 * Waits until the service has provisioned the certificate of a domain with a `certificate_management_policy`, so that what depends on it comes after. A DNS error fails at once and lists the records to set; internal errors of the service are waited out. Stands for no object: destroying it changes nothing.
 *
 * Terraform type: `netingress_domain_certificate`.
 */
export class DomainCertificate extends NetingressResource<DomainCertificateProps> {
  static readonly tfResourceType = 'netingress_domain_certificate';

  constructor(scope: Construct, id: string, props: DomainCertificateProps) {
    super(scope, id, findComposite('domain_certificate'), props);
  }

  /** Whether the value is such a construct. */
  static isDomainCertificate(value: unknown): value is DomainCertificate {
    return isResourceOfType(value, DomainCertificate.tfResourceType);
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
    return importedResource(scope, importToId, DomainCertificate.tfResourceType, importFromId, provider);
  }

  /** Identifier of the domain. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  /** Identifier of the domain. Another one needs another wait. */
  get domainId(): string {
    return this.getStringAttribute('domain_id');
  }

  set domainId(value: string) {
    this.inputs.put('domainId', value);
  }

  /** What was given for `domainId`. */
  get domainIdInput() {
    return this.inputs.get('domainId');
  }

  /** The domain that the certificate is for. */
  get domain(): string {
    return this.getStringAttribute('domain');
  }

  /** The certificate that the domain is served with, uploaded or issued. */
  get certificate(): RefOutputReference {
    return new RefOutputReference(this, 'certificate', false);
  }

  /** When the next renewal is requested, RFC 3339; null until the first certificate exists. */
  get renewsAt(): string {
    return this.getStringAttribute('renews_at');
  }

  /** How long operations may take. */
  get timeouts(): DomainCertificateTimeoutsOutputReference {
    return new DomainCertificateTimeoutsOutputReference(this, 'timeouts', false);
  }

  set timeouts(value: DomainCertificateTimeouts | IResolvable) {
    this.inputs.put('timeouts', value);
  }

  /** What was given for `timeouts`. */
  get timeoutsInput() {
    return this.inputs.get('timeouts');
  }

  /** Takes `timeouts` back, as if it had never been given. */
  resetTimeouts(): void {
    this.inputs.reset('timeouts');
  }
}
