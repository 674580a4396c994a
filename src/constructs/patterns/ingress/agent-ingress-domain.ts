import { TerraformOutput } from 'cdktf';
import { Construct } from 'constructs';
import { omitUndefined } from '../../../model/members';
import { AgentIngress, AgentIngressCertificate, DataNetingressAgentIngress } from '../../generated';
import { type PatternProps, pickPatternProps, validatePropNames } from '../shared/pattern-props';
import type { IAgentIngress } from '../shared/references';
import { createDnsRecords, type DnsRecords, type DnsZone, type ManagedCertificate, waitForRecords } from './dns-zone';

/** Properties of {@link AgentIngressDomain}. */
export interface AgentIngressDomainProps extends PatternProps {
  /**
   * Domain of yours, the base of the regional domains that agents connect to. Changing the domain replaces the ingress.
   */
  readonly domain: string;

  /**
   * Lets the service request and renew the TLS certificate; `false` disables that.
   *
   * @default - a certificate with an RSA key, and a wait of up to 20 minutes
   */
  readonly certificate?: ManagedCertificate | false;

  /**
   * Creates the NS records of the domain.
   *
   * @default - no records; create them manually with the values of the output `name-servers`
   */
  readonly dns?: DnsZone;

  /**
   * Time to live of the records, in seconds.
   *
   * @default 3600 - name servers rarely change, and a mistake expires within an hour
   */
  readonly ttl?: number;
}

/**
 * An agent ingress that agents can connect to as soon as the deployment ends, unless the certificate or the wait for it
 * is disabled. Terraform creates the ingress and the NS records that delegate its domain, and then waits for its
 * certificate.
 *
 * Without `dns`, create the records manually. Until they exist, a deployment that waits fails: with a list of the
 * records once the service reports that they are missing, or else at the end of the wait. The next deployment
 * continues.
 *
 * To change the resources, use `ingress` and `certificateWait`, for example `domain.ingress.addOverride(...)`.
 */
export class AgentIngressDomain extends Construct implements IAgentIngress {
  /** The ingress. */
  readonly ingress: AgentIngress;
  /** The wait for the certificate; undefined if it is disabled. */
  readonly certificateWait: AgentIngressCertificate | undefined;
  /** The NS records, which `dns` creates if it is set. */
  readonly records: DnsRecords;
  /** The name servers of the NS records, as an output of the stack. */
  readonly nameServers: TerraformOutput;

  constructor(scope: Construct, id: string, props: AgentIngressDomainProps) {
    super(scope, id);
    validatePropNames(this, props, { domain: true, certificate: true, dns: true, ttl: true });
    const { domain, certificate = {}, dns, ttl = 3600, provider } = props;
    this.ingress = new AgentIngress(this, 'ingress', {
      domain,
      ...pickPatternProps(props),
      ...(certificate && {
        certificateManagementPolicy: {
          authority: 'letsencrypt',
          ...omitUndefined({ privateKeyType: certificate.privateKeyType }),
        },
      }),
    });
    this.records = { type: 'NS', name: domain, values: this.ingress.nsTargets, ttl };
    this.nameServers = new TerraformOutput(this, 'name-servers', {
      value: this.ingress.nsTargets,
      description: `NS records to set for ${domain}`,
    });
    const recordScopes = createDnsRecords(this, dns, { dns: this.records });
    if (!certificate || certificate.wait === false) return;
    const timeouts = certificate.wait === undefined ? undefined : { create: certificate.wait };
    const waitProps = omitUndefined({ agentIngressId: this.ingress.id, timeouts, provider });
    this.certificateWait = new AgentIngressCertificate(this, 'certificate', waitProps);
    waitForRecords(this.certificateWait, recordScopes);
  }

  /**
   * A pre-existing agent ingress with this id. It is read with the provider without alias; the plan fails if it does
   * not exist.
   */
  static fromAgentIngressId(scope: Construct, id: string, agentIngressId: string): IAgentIngress {
    return new DataNetingressAgentIngress(scope, id, { id: agentIngressId });
  }

  /** The agent ingress of a domain. The plan fails if it does not exist. Read with the provider without alias. */
  static fromDomain(scope: Construct, id: string, domain: string): IAgentIngress {
    return new DataNetingressAgentIngress(scope, id, { domain });
  }

  /** Id of the ingress. */
  get id(): string {
    return this.ingress.id;
  }

  /** The base domain, as the service returns it. */
  get domain(): string {
    return this.ingress.domain;
  }

  /** Name servers to set as the NS records of the domain. */
  get nsTargets(): string[] {
    return this.ingress.nsTargets;
  }

  /**
   * Regional domains that agents connect to. References to them wait for the certificate, unless `certificate` or its
   * `wait` is false.
   */
  get regionDomains(): string[] {
    return this.certificateWait?.regionDomains ?? this.ingress.regionDomains;
  }
}
