// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { getComposite } from '../../model/composites';
import { expandAttributes } from '../../model/variants/expand-attributes';
import { defineAttributes, type RefOutputReference } from '../outputs';
import { isResourceOfType, NetingressResource } from '../resource';

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
export class DomainCertificateTimeoutsOutputReference extends ComplexObject {}
export interface DomainCertificateTimeoutsOutputReference {
  /** Maximum time to wait for the certificate, for example `90s` or `1h30m`. Default: `20m`. */
  get create(): string;
}

/**
 * Waits until the service has issued the certificate of a domain with a `certificate_management_policy`; resources that depend on it are created afterwards. A DNS error fails at once and lists the required records; internal errors of the service are retried. Destroying this resource changes nothing at the service.
 *
 * Terraform type: `netingress_domain_certificate`.
 */
export class DomainCertificate extends NetingressResource<DomainCertificateProps> {
  static readonly tfResourceType = 'netingress_domain_certificate';

  constructor(scope: Construct, id: string, props: DomainCertificateProps) {
    super(scope, id, getComposite('domain_certificate'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isDomainCertificate(value: unknown): value is DomainCertificate {
    return isResourceOfType(value, DomainCertificate.tfResourceType);
  }
}
export interface DomainCertificate {
  /** Identifier of the domain. */
  get id(): string;
  /** Identifier of the domain. */
  get domainId(): string;
  set domainId(value: string);
  /** The input value of `domainId`. */
  get domainIdInput(): string | undefined;
  /** Domain of the certificate. */
  get domain(): string;
  /** The certificate of the domain, uploaded or issued. */
  get certificate(): RefOutputReference;
  /** Time of the next renewal, RFC 3339; null until the first certificate is issued. */
  get renewsAt(): string;
  /** Timeouts of operations. */
  get timeouts(): DomainCertificateTimeoutsOutputReference;
  set timeouts(value: DomainCertificateTimeouts | IResolvable);
  /** The input value of `timeouts`. */
  get timeoutsInput(): DomainCertificateTimeouts | IResolvable | undefined;
  /** Unsets `timeouts`. */
  resetTimeouts(): void;
}

defineAttributes(DomainCertificate, expandAttributes(getComposite('domain_certificate').attributes), {
  'timeouts': DomainCertificateTimeoutsOutputReference,
});
