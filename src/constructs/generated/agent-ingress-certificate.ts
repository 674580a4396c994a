// Generated from the model by scripts/generate-constructs.ts. Do not edit.
import { ComplexObject, type IResolvable, type TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { getComposite } from '../../model/composites';
import { expandAttributes } from '../../model/variants/expand-attributes';
import { defineAttributes } from '../outputs';
import { isResourceOfType, NetingressResource } from '../resource';

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
export class AgentIngressCertificateTimeoutsOutputReference extends ComplexObject {}
export interface AgentIngressCertificateTimeoutsOutputReference {
  /** Maximum time to wait for the certificate, for example `90s` or `1h30m`. Default: `20m`. */
  get create(): string;
}

/**
 * Waits until the service has issued the certificate of an agent ingress with a `certificate_management_policy`; resources that depend on it are created afterwards. A DNS error fails at once and lists the required records; internal errors of the service are retried. Destroying this resource changes nothing at the service.
 *
 * Terraform type: `netingress_agent_ingress_certificate`.
 */
export class AgentIngressCertificate extends NetingressResource<AgentIngressCertificateProps> {
  static readonly tfResourceType = 'netingress_agent_ingress_certificate';

  constructor(scope: Construct, id: string, props: AgentIngressCertificateProps) {
    super(scope, id, getComposite('agent_ingress_certificate'), props);
  }

  /** Type guard, which also accepts a construct of another copy of this library. */
  static isAgentIngressCertificate(value: unknown): value is AgentIngressCertificate {
    return isResourceOfType(value, AgentIngressCertificate.tfResourceType);
  }
}
export interface AgentIngressCertificate {
  /** Identifier of the agent ingress. */
  get id(): string;
  /** Identifier of the agent ingress. */
  get agentIngressId(): string;
  set agentIngressId(value: string);
  /** The input value of `agentIngressId`. */
  get agentIngressIdInput(): string | undefined;
  /** Base domain of the certificate. */
  get domain(): string;
  /** Regional domains below `domain` that agents connect to. The list grows as the service adds regions. */
  get regionDomains(): string[];
  /** Time of the next renewal, RFC 3339; null until the first certificate is issued. */
  get renewsAt(): string;
  /** Timeouts of operations. */
  get timeouts(): AgentIngressCertificateTimeoutsOutputReference;
  set timeouts(value: AgentIngressCertificateTimeouts | IResolvable);
  /** The input value of `timeouts`. */
  get timeoutsInput(): AgentIngressCertificateTimeouts | IResolvable | undefined;
  /** Unsets `timeouts`. */
  resetTimeouts(): void;
}

defineAttributes(AgentIngressCertificate, expandAttributes(getComposite('agent_ingress_certificate').attributes), {
  'timeouts': AgentIngressCertificateTimeoutsOutputReference,
});
