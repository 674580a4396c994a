/** DNS records of a domain, which the resources of any DNS provider create, and the wait for the certificate after them. */
import {
  dependable,
  type ITerraformDependable,
  Lazy,
  TerraformDataSource,
  TerraformElement,
  type TerraformModule,
  TerraformResource,
  TerraformStack,
} from 'cdktf';
import { Construct } from 'constructs';

/** DNS records of one name and type. */
export interface DnsRecords {
  /** Type of the records: NS records delegate a domain to the service, a CNAME record points at the service. */
  readonly type: 'NS' | 'CNAME';
  /** Name of the records: the fully qualified domain, without a trailing dot. */
  readonly name: string;
  /**
   * Values of the records, as the service returns them, with or without trailing dots: of NS records a list token, of a
   * CNAME record one string token.
   */
  readonly values: string[];
  /** Time to live, in seconds. */
  readonly ttl: number;
}

/**
 * Adapter to a DNS provider. Implement it with the resources or a module of your provider. The wait for the certificate
 * depends on all that are in the stack of the domain.
 */
export interface DnsZone {
  /** Creates the records as constructs in `scope`. Called for each name and type once, with a scope of its own. */
  createRecords(scope: Construct, records: DnsRecords): void;
}

/** Automatic certificates of a domain or an ingress. */
export interface ManagedCertificate {
  /**
   * Type of the private key.
   *
   * @default - that of the service: `rsa`, but `ecdsa` for domains in the profile `ngrok`
   */
  readonly privateKeyType?: 'rsa' | 'ecdsa';

  /**
   * How long a deployment waits for the certificate, such as `90s` or `1h30m`; `false` disables the wait.
   *
   * @default "20m"
   */
  readonly wait?: string | false;
}

/** Returns the scopes, which have the names of `records`; none without a zone. */
export function createDnsRecords(
  scope: Construct,
  dns: DnsZone | undefined,
  records: Readonly<Record<string, DnsRecords>>,
): readonly Construct[] {
  if (dns === undefined) return [];
  return Object.entries(records).map(([name, each]) => {
    const recordsScope = new Construct(scope, name);
    dns.createRecords(recordsScope, each);
    return recordsScope;
  });
}

/** Lets the wait depend on the resources, data sources and modules of its stack that are in the scopes at synth. */
export function waitForRecords(wait: TerraformResource, scopes: readonly Construct[]): void {
  if (scopes.length === 0) return;
  wait.dependsOn = Lazy.listValue({ produce: () => scopes.flatMap(findDependables).map(dependable) });
}

/** Terraform cannot depend on other elements, or on those of another stack. */
function findDependables(recordsScope: Construct): ITerraformDependable[] {
  const stack = TerraformStack.of(recordsScope);
  return recordsScope.node
    .findAll()
    .filter((construct) => TerraformElement.isTerraformElement(construct) && construct.cdktfStack === stack)
    .filter((construct): construct is TerraformResource | TerraformDataSource | TerraformModule => {
      if (TerraformResource.isTerraformResource(construct) || TerraformDataSource.isTerraformDataSource(construct))
        return true;
      // CDKTF has no type guard for modules, and `instanceof` fails for classes of another copy of the library.
      return 'interpolationForOutput' in construct;
    });
}
