// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type ImportableResource, type IResolvable, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { findComposite } from '../../model/composites';
import { createImportableResource, isResourceOfType, NetingressResource } from '../resource';

/** Timeouts of operations. */
export interface AgentIngressCertificateTimeouts {
  /**
   * Maximum time to wait for the certificate, for example `90s` or `1h30m`. Default: `20m`.
   *
   * @default - not set
   */
  readonly create?: string;
}

/** Properties of {@link AgentIngressCertificate}. */
export interface AgentIngressCertificateProps extends TerraformMetaArguments {
  /** Identifier of the agent ingress. Changing it replaces the object. */
  readonly agentIngressId: string;

  /**
   * Timeouts of operations.
   *
   * @default - not set
   */
  readonly timeouts?: AgentIngressCertificateTimeouts | IResolvable;
}

/** References to the attributes of {@link AgentIngressCertificateTimeouts}. */
export class AgentIngressCertificateTimeoutsOutputReference extends ComplexObject {
  /** Maximum time to wait for the certificate, for example `90s` or `1h30m`. Default: `20m`. */
  get create(): string {
    return this.getStringAttribute('create');
  }
}

/**
 * Waits until the service has issued the certificate of an agent ingress with a `certificate_management_policy`; resources that depend on it are created afterwards. A DNS error fails at once and lists the required records; internal errors of the service are retried. Destroying this resource changes nothing at the service.
 *
 * Terraform type: `netingress_agent_ingress_certificate`.
 */
export class AgentIngressCertificate extends NetingressResource<AgentIngressCertificateProps> {
  static readonly tfResourceType = 'netingress_agent_ingress_certificate';

  constructor(scope: Construct, id: string, props: AgentIngressCertificateProps) {
    super(scope, id, findComposite('agent_ingress_certificate'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isAgentIngressCertificate(value: unknown): value is AgentIngressCertificate {
    return isResourceOfType(value, AgentIngressCertificate.tfResourceType);
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
    return createImportableResource(scope, importToId, AgentIngressCertificate.tfResourceType, importFromId, provider);
  }

  /** Identifier of the agent ingress. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  /** Identifier of the agent ingress. */
  get agentIngressId(): string {
    return this.getStringAttribute('agent_ingress_id');
  }

  set agentIngressId(value: string) {
    this.inputs.set('agentIngressId', value);
  }

  /** The input value of `agentIngressId`. */
  get agentIngressIdInput() {
    return this.inputs.get('agentIngressId');
  }

  /** Base domain of the certificate. */
  get domain(): string {
    return this.getStringAttribute('domain');
  }

  /** Regional domains below `domain` that agents connect to. The list grows as the service adds regions. */
  get regionDomains(): string[] {
    return this.getListAttribute('region_domains');
  }

  /** Time of the next renewal, RFC 3339; null until the first certificate is issued. */
  get renewsAt(): string {
    return this.getStringAttribute('renews_at');
  }

  /** Timeouts of operations. */
  get timeouts(): AgentIngressCertificateTimeoutsOutputReference {
    return new AgentIngressCertificateTimeoutsOutputReference(this, 'timeouts', false);
  }

  set timeouts(value: AgentIngressCertificateTimeouts | IResolvable) {
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
