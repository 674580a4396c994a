import { Fn, TerraformOutput, Token } from 'cdktf';
import { Construct } from 'constructs';
import { omitUndefined } from '../../../model/members';
import type { Words } from '../../../values/words';
import { Domain, DomainCertificate } from '../../generated';
import { type PatternProps, pickPatternProps, validatePropNames } from '../shared/pattern-props';
import { createDnsRecords, type DnsRecords, type DnsZone, type ManagedCertificate, waitForRecords } from './dns-zone';

/** Properties of {@link DomainWithCertificate}. */
export interface DomainWithCertificateProps extends PatternProps {
  /** Host name of yours, optionally with a leading wildcard as in `*.example.com`. Changing it replaces the domain. */
  readonly domain: string;

  /**
   * Whether the domain begins with `*.`. A wildcard domain needs a second record, with which its certificate is
   * validated.
   *
   * @default - decided by `domain`; required if `domain` is a token, which is known after synth
   */
  readonly wildcard?: boolean;

  /**
   * The certificate that the service requests and renews.
   *
   * @default - the default key type of the service, and a wait of up to 20 minutes
   */
  readonly certificate?: ManagedCertificate;

  /**
   * Creates the CNAME records of the domain.
   *
   * @default - no records; create them manually with the values of the output `dns-records`
   */
  readonly dns?: DnsZone;

  /**
   * Time to live of the records, in seconds.
   *
   * @default 3600 - targets rarely change, and a mistake expires within an hour
   */
  readonly ttl?: number;
}

const WILDCARD = '*.';

/**
 * A domain whose certificate exists as soon as the deployment ends, unless the wait is disabled. Terraform creates the
 * domain and the CNAME records that point at the service, and then waits for the certificate.
 *
 * Without `dns`, create the records manually. Until they exist, a deployment that waits fails: with a list of the
 * records once the service reports that they are missing, or else at the end of the wait. The next deployment
 * continues.
 *
 * To change the resources, use `reservedDomain` and `certificateWait`, for example
 * `domain.reservedDomain.addOverride(...)`. If an endpoint must not exist before the certificate, let it depend on
 * `certificateWait`.
 */
export class DomainWithCertificate extends Construct {
  /** The domain. */
  readonly reservedDomain: Domain;
  /** The wait for the certificate; undefined if it is disabled. */
  readonly certificateWait: DomainCertificate | undefined;
  /**
   * The CNAME records, which `dns` creates if it is set: that of the domain, and for a wildcard domain that of its ACME
   * challenge.
   */
  readonly records: readonly DnsRecords[];
  /** The records as an output of the stack. */
  readonly dnsRecords: TerraformOutput;

  constructor(scope: Construct, id: string, props: DomainWithCertificateProps) {
    super(scope, id);
    validatePropNames(this, props, { domain: true, wildcard: true, certificate: true, dns: true, ttl: true });
    const { domain, certificate = {}, dns, ttl = 3600, provider } = props;
    this.reservedDomain = new Domain(this, 'domain', {
      domain,
      ...pickPatternProps(props),
      certificateManagementPolicy: {
        authority: 'letsencrypt',
        ...omitUndefined({ privateKeyType: certificate.privateKeyType }),
      },
    });
    this.node.addValidation({ validate: () => findWildcardProblems(props) });
    this.records = this.listRecords(props, ttl);
    this.dnsRecords = new TerraformOutput(this, 'dns-records', {
      value: this.records.map(({ type, name, values }) => ({ type, name, value: values[0] })),
      description: 'DNS records to set for the domain',
    });
    const [record, challenge] = this.records;
    const recordScopes = createDnsRecords(this, dns, omitUndefined({ dns: record, 'dns-acme-challenge': challenge }));
    if (certificate.wait === false) return;
    const timeouts = certificate.wait === undefined ? undefined : { create: certificate.wait };
    const waitProps = omitUndefined({ domainId: this.reservedDomain.id, timeouts, provider });
    this.certificateWait = new DomainCertificate(this, 'certificate', waitProps);
    waitForRecords(this.certificateWait, recordScopes);
  }

  /** Id of the domain. */
  get id(): string {
    return this.reservedDomain.id;
  }

  /** The host name, as the service returns it. */
  get domain(): string {
    return this.reservedDomain.domain;
  }

  /** Id of the certificate. References to it wait for the certificate; if `wait` is false, it may be null. */
  get certificateId(): string {
    return (this.certificateWait ?? this.reservedDomain).certificate.id;
  }

  private listRecords({ domain, wildcard }: DomainWithCertificateProps, ttl: number): readonly DnsRecords[] {
    const isToken = Token.isUnresolved(domain);
    const isWildcard = isToken ? wildcard === true : domain.startsWith(WILDCARD);
    const { cnameTarget, acmeChallengeCnameTarget } = this.reservedDomain;
    const record: DnsRecords = { type: 'CNAME', name: domain, values: [cnameTarget], ttl };
    if (!isWildcard) return [record];
    const base = isToken ? Fn.trimprefix(domain, WILDCARD) : domain.slice(WILDCARD.length);
    return [record, { ...record, name: `_acme-challenge.${base}`, values: [acmeChallengeCnameTarget] }];
  }
}

function findWildcardProblems({ domain, wildcard }: DomainWithCertificateProps): Words[] {
  if (Token.isUnresolved(domain))
    return wildcard === undefined
      ? [
          'wildcard: is missing, and domain is known only after synth; expected whether the domain begins with *. Set wildcard, which decides the DNS records.',
        ]
      : [];
  if (wildcard === undefined || wildcard === domain.startsWith(WILDCARD)) return [];
  return [`wildcard: is ${wildcard} for the domain '${domain}'; expected ${!wildcard}. Remove wildcard.`];
}
