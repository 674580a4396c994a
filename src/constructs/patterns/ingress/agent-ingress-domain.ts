import {
  dependable,
  type ITerraformDependable,
  TerraformDataSource,
  TerraformElement,
  type TerraformModule,
  TerraformOutput,
  type TerraformProvider,
  TerraformResource,
  TerraformStack,
} from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import {
  AgentIngress,
  AgentIngressCertificate,
  type AgentIngressCertificateProps,
  DataNetingressAgentIngress,
} from '../../generated';
import type { IAgentIngress } from '../shared/interfaces';

/** The NS records that delegate a domain to the service. */
export interface NameServerRecords {
  /** Type of the records, as DNS providers name it. */
  readonly type: 'NS';
  /** The domain that the records are of, fully qualified, without a trailing dot. */
  readonly name: string;
  /** Their values: names of name servers, perhaps with trailing dots. A token; how many only Terraform knows. */
  readonly values: string[];
  /** How long resolvers may keep them, in seconds. */
  readonly ttl: number;
}

/**
 * Where DNS records are made. Any DNS provider fits: write the few lines that make its records in the scope that is
 * given, as resources or by a module. The certificate is waited for once everything in that scope is there.
 */
export interface DnsZone {
  /** Makes the records, as constructs in `scope`. Called once, while the ingress is constructed. */
  createRecords(scope: Construct, records: NameServerRecords): void;
}

/** Automatic certificates of an ingress. */
export interface ManagedCertificate {
  /**
   * Type of the private key.
   *
   * @default "rsa" - the service's own, which every TLS client accepts
   */
  readonly privateKeyType?: 'rsa' | 'ecdsa';

  /**
   * How long a deployment waits for the certificate, as in `90s` or `1h30m`; `false` not to wait.
   *
   * @default "20m"
   */
  readonly wait?: string | false;
}

/** Properties of {@link AgentIngressDomain}. */
export interface AgentIngressDomainProps {
  /** Domain owned by you, the base of the regional domains that agents connect to. Another one needs a new ingress. */
  readonly domain: string;

  /**
   * Has the service request and renew the TLS certificate; `false` to leave that off.
   *
   * @default - a certificate with an RSA key, waited for up to 20 minutes
   */
  readonly certificate?: ManagedCertificate | false;

  /**
   * Where the NS records of the domain are made.
   *
   * @default - nowhere; set them by hand to the values of the output `name-servers`
   */
  readonly dns?: DnsZone;

  /**
   * How long resolvers may keep the records, in seconds.
   *
   * @default 3600 - name servers seldom change, and a mistake is over in an hour
   */
  readonly ttl?: number;

  /**
   * What the ingress is for. At most 255 bytes.
   *
   * @default - not set
   */
  readonly description?: string;

  /**
   * Machine-readable data of your own, for example JSON. At most 4096 bytes.
   *
   * @default - not set
   */
  readonly metadata?: string;

  /**
   * The provider that makes the ingress.
   *
   * @default - the stack's provider that has no alias
   */
  readonly provider?: TerraformProvider;
}

/**
 * An agent ingress that agents can connect to when the deployment ends: the ingress, the NS records that delegate its
 * domain, and the wait for its certificate, in that order.
 *
 * Without `dns` the certificate can be issued only after you set the records by hand: the first deployment fails with
 * the records to set, and the next one goes on from there.
 *
 * To change what is made, use `ingress` and `certificate`, for instance `domain.ingress.addOverride(...)`.
 */
export class AgentIngressDomain extends Construct implements IAgentIngress {
  /** The ingress. */
  readonly ingress: AgentIngress;
  /** The wait for the certificate; undefined where none is wanted. */
  readonly certificate: AgentIngressCertificate | undefined;
  /** The NS records to set; those that `dns` makes. */
  readonly records: NameServerRecords;
  /** The NS records as an output of the stack: a list of names of name servers. */
  readonly nameServers: TerraformOutput;

  constructor(scope: Construct, id: string, props: AgentIngressDomainProps) {
    super(scope, id);
    const { domain, certificate = {}, dns, ttl = 3600, description, metadata, provider } = props;
    this.ingress = new AgentIngress(this, 'ingress', {
      domain,
      ...(description !== undefined && { description }),
      ...(metadata !== undefined && { metadata }),
      ...(certificate && {
        certificateManagementPolicy: {
          authority: 'letsencrypt',
          ...(certificate.privateKeyType !== undefined && { privateKeyType: certificate.privateKeyType }),
        },
      }),
      ...(provider && { provider }),
    });
    this.records = { type: 'NS', name: domain, values: this.ingress.nsTargets, ttl };
    this.nameServers = new TerraformOutput(this, 'name-servers', {
      value: this.ingress.nsTargets,
      description: `NS records to set for ${domain}`,
    });
    const zone = dns && new Construct(this, 'dns');
    if (dns && zone) dns.createRecords(zone, this.records);
    this.certificate =
      certificate && certificate.wait !== false ? this.#waitFor(certificate.wait, zone, provider) : undefined;
  }

  /** An agent ingress that exists already, by its identifier; its name servers are read. That it is not there fails the plan. */
  static fromAgentIngressId(scope: Construct, id: string, agentIngressId: string): IAgentIngress {
    return new DataNetingressAgentIngress(scope, id, { id: agentIngressId });
  }

  /** The agent ingress of a domain; that there is none fails the plan. */
  static fromDomain(scope: Construct, id: string, domain: string): IAgentIngress {
    return new DataNetingressAgentIngress(scope, id, { domain });
  }

  /** Identifier of the ingress. */
  get id(): string {
    return this.ingress.id;
  }

  /** The base domain, as the service knows it. */
  get domain(): string {
    return this.ingress.domain;
  }

  /** Name servers to set as the NS records of the domain. */
  get nsTargets(): string[] {
    return this.ingress.nsTargets;
  }

  /** Regional domains that agents connect to; known to work once there is a certificate, where one is waited for. */
  get regionDomains(): string[] {
    return this.certificate?.regionDomains ?? this.ingress.regionDomains;
  }

  #waitFor(create: string | undefined, zone: Construct | undefined, provider: TerraformProvider | undefined) {
    const props: AgentIngressCertificateProps = {
      agentIngressId: this.ingress.id,
      ...(create !== undefined && { timeouts: { create } }),
      ...(provider && { provider }),
    };
    return new CertificateAfter(this, 'certificate', props, () => (zone ? dependablesIn(zone) : []));
  }
}

/** Resources, data sources and modules of the same stack; what else there may be cannot be depended on. */
function dependablesIn(zone: Construct): ITerraformDependable[] {
  const stack = TerraformStack.of(zone);
  return zone.node.findAll().filter((each): each is TerraformResource | TerraformDataSource | TerraformModule => {
    const isOne =
      TerraformResource.isTerraformResource(each) ||
      TerraformDataSource.isTerraformDataSource(each) ||
      isTerraformModule(each);
    return isOne && TerraformStack.of(each) === stack;
  });
}

/** The core has no such test of its own, and a module may be of another copy of the core than this file's. */
function isTerraformModule(construct: IConstruct): construct is TerraformModule {
  return TerraformElement.isTerraformElement(construct) && 'interpolationForOutput' in construct;
}

/** Waits only after what it depends on, which is asked for when all constructs exist. */
class CertificateAfter extends AgentIngressCertificate {
  readonly #before: () => readonly ITerraformDependable[];

  constructor(
    scope: Construct,
    id: string,
    props: AgentIngressCertificateProps,
    before: () => readonly ITerraformDependable[],
  ) {
    super(scope, id, props);
    this.#before = before;
  }

  override get terraformMetaArguments() {
    const given = super.terraformMetaArguments as Record<string, unknown>;
    const before = this.#before().map(dependable);
    if (before.length === 0) return given;
    return { ...given, dependsOn: [...((given['dependsOn'] as string[] | undefined) ?? []), ...before] };
  }
}
