// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type ImportableResource, type IResolvable, type TerraformMetaArguments, type TerraformProvider } from 'cdktf';
import type { Construct } from 'constructs';
import { findComposite } from '../../model/composites';
import { importedResource, isResourceOfType, NetingressResource } from '../resource';

/** How long operations may take. */
export interface AgentIngressCertificateTimeouts {
  /**
   * How long to wait for the certificate, as in `90s` or `1h30m`. Without it `20m`.
   *
   * @default - not set
   */
  readonly create?: string;
}

/** Properties of {@link AgentIngressCertificate}. */
export interface AgentIngressCertificateProps extends TerraformMetaArguments {
  /** Identifier of the agent ingress. Another one needs another wait. Another value needs a new object. */
  readonly agentIngressId: string;

  /**
   * How long operations may take.
   *
   * @default - not set
   */
  readonly timeouts?: AgentIngressCertificateTimeouts | IResolvable;
}

/** What Terraform knows of {@link AgentIngressCertificateTimeouts}. */
export class AgentIngressCertificateTimeoutsOutputReference extends ComplexObject {
  /** How long to wait for the certificate, as in `90s` or `1h30m`. Without it `20m`. */
  get create(): string {
    return this.getStringAttribute('create');
  }
}

/**
 * Waits until the service has provisioned the certificate of an agent ingress with a `certificate_management_policy`, so that what depends on it comes after. A DNS error fails at once and lists the records to set; internal errors of the service are waited out. Stands for no object: destroying it changes nothing.
 *
 * Terraform type: `netingress_agent_ingress_certificate`.
 */
export class AgentIngressCertificate extends NetingressResource<AgentIngressCertificateProps> {
  static readonly tfResourceType = 'netingress_agent_ingress_certificate';

  constructor(scope: Construct, id: string, props: AgentIngressCertificateProps) {
    super(scope, id, findComposite('agent_ingress_certificate'), props);
  }

  /** Whether the value is such a construct. */
  static isAgentIngressCertificate(value: unknown): value is AgentIngressCertificate {
    return isResourceOfType(value, AgentIngressCertificate.tfResourceType);
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
    return importedResource(scope, importToId, AgentIngressCertificate.tfResourceType, importFromId, provider);
  }

  /** Identifier of the agent ingress. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  /** Identifier of the agent ingress. Another one needs another wait. */
  get agentIngressId(): string {
    return this.getStringAttribute('agent_ingress_id');
  }

  set agentIngressId(value: string) {
    this.inputs.put('agentIngressId', value);
  }

  /** What was given for `agentIngressId`. */
  get agentIngressIdInput() {
    return this.inputs.get('agentIngressId');
  }

  /** The base domain that the certificate is for. */
  get domain(): string {
    return this.getStringAttribute('domain');
  }

  /** Regional domains below `domain` that agents connect to. Grows as the service adds regions. */
  get regionDomains(): string[] {
    return this.getListAttribute('region_domains');
  }

  /** When the next renewal is requested, RFC 3339; null until the first certificate exists. */
  get renewsAt(): string {
    return this.getStringAttribute('renews_at');
  }

  /** How long operations may take. */
  get timeouts(): AgentIngressCertificateTimeoutsOutputReference {
    return new AgentIngressCertificateTimeoutsOutputReference(this, 'timeouts', false);
  }

  set timeouts(value: AgentIngressCertificateTimeouts | IResolvable) {
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
