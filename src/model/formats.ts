import { createPrivateKey } from 'node:crypto';
import type { Words } from '../values/words';
import { compileSelector } from './cel/filters';
import { EVENT_TYPES, eventTypesIn } from './events/event-types';
import { canonicalEndpointUrl, parseEndpointUrl } from './formats/endpoint-url';
import { canonicalHostname, findDomainProblem, isFullyQualifiedName } from './formats/hostname';
import { canonicalJson } from './formats/json-text';
import { canonicalPem, parseCertificate, parsePem } from './formats/pem';
import { isDedicatedAddress, POINTS_OF_PRESENCE } from './formats/points-of-presence';
import { canonicalPublicKey, EXPECTED_SEALING_KEY, parseSealingKey } from './formats/sealing-key';
import { canonicalSshKey, parseSshPublicKey } from './formats/ssh-key';
import { canonicalCidr, parseCidr } from './ip/cidr';
import type { FormatName } from './kind';
import { canonicalSlotValue } from './rotation/slot-value';
import { didYouMean } from './text';
import { canonicalTimestamp, parseDuration, parseTimestamp } from './time';
import { EMPTY_POLICY } from './traffic-policy/error-codes';
import { trafficPolicies } from './traffic-policy/load';

/** `problem` follows the attribute path in the message. */
export interface FormatProblem {
  readonly problem: Words;
  readonly expected: Words;
  /**
   * Error code of the service. By default that of the attribute, which `emulator/service/kinds/error-codes.ts` has. The
   * published error list has a page for each: https://ngrok.com/docs/errors/err_ngrok_1903 is that of 1903.
   */
  readonly errorCode?: number;
}

/**
 * What the code knows of strings of one format. Rules over several attributes are in `validation/`, and those over the
 * members of one element or map in `formats/event-source.ts` and `formats/critical-options.ts`.
 */
export interface Format {
  /** Without it every string is valid. */
  readonly check?: (text: string) => FormatProblem | undefined;
  /**
   * Strings with one canonical form are equal. It need not be valid: a domain ` FOO_BAR. ` -> `foo_bar`. Default: the
   * string.
   */
  readonly canonical?: (text: string) => string;
  /** The sentence of the reference about `canonical`. */
  readonly equal?: Words;
  /**
   * Requests contain the configured string in NFC, and not its canonical form. That form would lose comments or a
   * layout that the service keeps, or is for comparison only: PEM -> `CERTIFICATE MIIB…`.
   */
  readonly isSentAsConfigured?: true;
  /**
   * The string is PEM, or an SSH public key in any notation. It is too long to name an object for people. Natural keys
   * have the digest of PEM.
   */
  readonly material?: 'pem' | 'ssh';
  /** Valid strings; those of one list are equal, and the first is shown to readers. Empty if they fill files. */
  readonly examples: readonly (readonly string[])[];
}

const PEM = {
  canonical: canonicalPem,
  equal: 'White space and line wrapping are ignored.',
  isSentAsConfigured: true,
  material: 'pem',
  examples: [],
} as const;

export const FORMATS: Readonly<Record<FormatName, Format>> = {
  acl: {
    check(text) {
      const expected = "'*', or 'bind:' and a domain, address or label such as bind:*.example.com or bind:team=edge";
      return isAclRule(text) ? undefined : { problem: `'${text}' is not an ACL rule`, expected };
    },
    examples: [['bind:app.example.com'], ['bind:*.example.com:4443'], ['bind:team=edge'], ['*']],
  },
  ca_certificate: {
    ...PEM,
    check(text) {
      const expected = 'a CERTIFICATE PEM block of a certificate that may sign certificates';
      const blocks = parsePem(text);
      const [first] = blocks;
      if (!first && /-----BEGIN CERTIFICATE-----\s+[\w-]+:/.test(text))
        return { problem: 'has headers within its PEM', expected, errorCode: 1910 };
      if (!first) return { problem: 'is not PEM', expected, errorCode: 1920 };
      const otherBlock = blocks.find(({ label }) => label !== 'CERTIFICATE');
      if (otherBlock) return { problem: `contains a PEM block ${otherBlock.label}`, expected, errorCode: 1911 };
      if (blocks.length > 1) return { problem: `contains ${blocks.length} certificates`, expected, errorCode: 1912 };
      const certificate = parseCertificate(first);
      if (!certificate) return { problem: 'is not a certificate', expected, errorCode: 1920 };
      return certificate.ca ? undefined : { problem: 'is not a CA certificate', expected, errorCode: 1913 };
    },
  },
  certificate_chain: {
    ...PEM,
    check(text) {
      const expected = 'CERTIFICATE PEM blocks, leaf first, each followed by the one that issued it';
      const blocks = parsePem(text);
      if (blocks.length === 0) return { problem: 'is not a chain of certificates', expected, errorCode: 1922 };
      if (blocks.some(({ label }) => label.endsWith('PRIVATE KEY')))
        return { problem: 'contains a private key', expected, errorCode: 1925 };
      const chain = blocks.map((block) => (block.label === 'CERTIFICATE' ? parseCertificate(block) : undefined));
      if (chain.includes(undefined))
        return { problem: 'contains a block that is not a certificate', expected, errorCode: 1900 };
      const inOrder = chain.every((link, index) => index === 0 || chain[index - 1]?.issuer === link?.subject);
      return inOrder
        ? undefined
        : { problem: 'is a chain of certificates in the wrong order', expected, errorCode: 1926 };
    },
  },
  cidr: {
    check(text) {
      const parsed = parseCidr(text);
      return 'problem' in parsed ? { problem: `'${text}' ${parsed.problem}`, expected: parsed.expected } : undefined;
    },
    canonical: canonicalCidr,
    equal: 'Notations of the same range are equal.',
    examples: [['203.0.113.0/24'], ['192.0.2.1/32', '192.0.2.1'], ['2001:db8::/32', '2001:DB8:0::/32']],
  },
  csr: {
    ...PEM,
    check(text) {
      const blocks = parsePem(text);
      const only = blocks.length === 1 ? blocks[0] : undefined;
      // 0x30 begins a SEQUENCE of DER; Node cannot parse the rest of a request.
      const isRequest = only && /^(NEW )?CERTIFICATE REQUEST$/.test(only.label) && only.der[0] === 0x30;
      return isRequest
        ? undefined
        : { problem: 'is not a certificate signing request', expected: 'one CERTIFICATE REQUEST PEM block' };
    },
  },
  delivery_stream_arn: {
    check: (text) => findTargetArnProblem(text, 'firehose', 'deliverystream/'),
    examples: targetArns('firehose', 'deliverystream/'),
  },
  domain: {
    check(text) {
      const expected = 'a domain name such as app.example.com, or a wildcard such as *.example.com';
      const found = findDomainProblem(text);
      return found && { problem: `'${text}' ${found.problem}`, expected, errorCode: found.errorCode };
    },
    canonical: canonicalHostname,
    equal: 'Case is ignored.',
    examples: [['app.example.com', 'APP.Example.com'], ['*.example.com']],
  },
  duration: {
    check(text) {
      const expected = "a duration above zero such as '20m' or '1h30m'";
      return parseDuration(text) === undefined ? { problem: `'${text}' is not a duration`, expected } : undefined;
    },
    examples: [['20m'], ['1h30m']],
  },
  endpoint_selector: {
    check(text) {
      // All endpoints: valid without loading the CEL library.
      const compiled = text === 'true' ? undefined : compileSelector(text);
      if (!compiled || !('problem' in compiled)) return undefined;
      const { problem, expected } = compiled.problem;
      return { problem: `'${text}' ${problem}`, expected };
    },
    examples: [['true'], ['endpoint.proto == "https"']],
  },
  endpoint_url: {
    check(text) {
      const url = parseEndpointUrl(text);
      return 'problem' in url ? url : undefined;
    },
    canonical: canonicalEndpointUrl,
    equal: 'Case and the default port are ignored.',
    examples: [['https://app.internal', 'HTTPS://App.internal:443'], ['tcp://1.tcp.example.com:20001']],
  },
  event_type: {
    check: (text) => findEventTypeProblem(text, EVENT_TYPES),
    examples: [['ip_policy_created.v0'], ['ip_policy_updated.v0']],
  },
  hostname: {
    check(text) {
      return isFullyQualifiedName(text)
        ? undefined
        : { problem: `'${text}' is not a domain name`, expected: 'a domain name such as ingress.example.com' };
    },
    canonical: canonicalHostname,
    equal: 'Case is ignored.',
    examples: [['agents.example.com', 'AGENTS.example.com']],
  },
  json: {
    canonical: canonicalJson,
    equal: 'In JSON, white space and the order of members are ignored.',
    isSentAsConfigured: true,
    examples: [['{"owner":"edge","tier":1}', '{ "tier": 1, "owner": "edge" }'], ['not JSON'], ['not  JSON']],
  },
  log_group_arn: {
    check: (text) => findTargetArnProblem(text, 'logs', 'log-group:'),
    examples: targetArns('logs', 'log-group:'),
  },
  point_of_presence: {
    check(text) {
      if (POINTS_OF_PRESENCE.includes(text) || isDedicatedAddress(text)) return undefined;
      const expected = `${POINTS_OF_PRESENCE.join(', ')}, or an address${didYouMean(text, POINTS_OF_PRESENCE)}`;
      return { problem: `is '${text}'`, expected };
    },
    examples: [['us'], ['us-cal-1']],
  },
  private_key: {
    ...PEM,
    check(text) {
      // The value is a secret and must not be shown.
      const expected = 'a PEM private key without a passphrase';
      try {
        createPrivateKey(text);
        return undefined;
      } catch {
        const labels = parsePem(text).map(({ label }) => label);
        if (labels.length > 0 && labels.every((label) => label === 'CERTIFICATE'))
          return { problem: 'is a certificate', expected, errorCode: 1924 };
        const encrypted = labels.includes('ENCRYPTED PRIVATE KEY') || /^Proc-Type: 4,ENCRYPTED/m.test(text);
        return encrypted
          ? { problem: 'is encrypted', expected, errorCode: 1902 }
          : { problem: 'is not a private key', expected, errorCode: 1903 };
      }
    },
  },
  resource_name: {
    check(text) {
      return text.trim() === ''
        ? { problem: 'is empty', expected: 'the resource name that the cloud provider shows' }
        : undefined;
    },
    examples: [['crn:cloud:service:us-east:account:name/events'], ['crn:cloud:service:us-east:account:name/audit']],
  },
  role_arn: {
    check(text) {
      const found = findTargetArnProblem(text, 'iam', 'role/', '');
      return found && { ...found, errorCode: 5104 };
    },
    examples: [['arn:aws:iam::123456789012:role/events'], ['arn:aws:iam::123456789012:role/audit']],
  },
  sealing_key: {
    check(text) {
      const parsed = parseSealingKey(text);
      return 'problem' in parsed ? { problem: parsed.problem, expected: EXPECTED_SEALING_KEY } : undefined;
    },
    canonical: canonicalPublicKey,
    equal: 'Notations of the same key are equal.',
    examples: [
      [
        '{"kty":"EC","crv":"P-256","x":"e54o-Ej6EP_pOJ8O9IwmGw1I11ipC375XJO_iNoHNfQ","y":"geGS4NAR1MdnXQcxVcSH2j-IPsG4BCcFhMx8cGrjQxk"}',
      ],
      [
        'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBAsiWn8ssCpMGf6lujLrz75/Ir/lHwXsc80DbuasMZhAfJ9bMcEowB9aO0HZUWMvjPm+VcwA/eXiZILBilsHAwM= ci@example.com',
        'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBAsiWn8ssCpMGf6lujLrz75/Ir/lHwXsc80DbuasMZhAfJ9bMcEowB9aO0HZUWMvjPm+VcwA/eXiZILBilsHAwM=',
      ],
    ],
  },
  slot_value: {
    canonical: canonicalSlotValue,
    equal: 'The number of the newest rotation is ignored.',
    examples: [['2026-01'], ['2027-03 (slot b, rotation 4 of 5)', '2027-03 (slot b, rotation 4 of 6)']],
  },
  spec_event_type: {
    check: (text) => findEventTypeProblem(text, eventTypesIn('spec')),
    examples: [['ip_policy_created.v0'], ['ip_policy_updated.v0']],
  },
  ssh_public_key: {
    check(text) {
      const expected = 'an authorized-keys line such as ssh-ed25519 AAAA..., RFC 4716, or a PEM public key';
      return parseSshPublicKey(text) ? undefined : { problem: 'is not an SSH public key', expected };
    },
    canonical: canonicalSshKey,
    equal: 'Formats of the same key are equal.',
    isSentAsConfigured: true,
    material: 'ssh',
    examples: [
      [
        'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIF7sDcQZqoM3v3JfAm/anHjByxxkLur/nW4REvN3g+lC',
        'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIF7sDcQZqoM3v3JfAm/anHjByxxkLur/nW4REvN3g+lC laptop@example.com',
      ],
      ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBsViDn4qjOeibtQsWA+kOxo4P1VZf4Qp8sycp/d9wcK'],
    ],
  },
  stream_arn: {
    check: (text) => findTargetArnProblem(text, 'kinesis', 'stream/'),
    examples: targetArns('kinesis', 'stream/'),
  },
  timestamp: {
    check(text) {
      const expected = 'an RFC 3339 timestamp such as 2026-01-31T12:00:00Z';
      return parseTimestamp(text) === undefined ? { problem: `'${text}' is not a timestamp`, expected } : undefined;
    },
    canonical: canonicalTimestamp,
    equal: 'Representations of the same time are equal.',
    examples: [['2026-01-31T12:00:00Z', '2026-01-31T13:00:00+01:00'], ['2027-01-31T12:00:00Z']],
  },
  traffic_policy: {
    check(text) {
      return text.trim() === ''
        ? { problem: 'is empty', expected: 'a traffic policy in JSON or YAML', errorCode: EMPTY_POLICY }
        : undefined;
    },
    canonical: (text) => trafficPolicies().canonicalPolicy(text),
    equal: 'White space and the order of members are ignored; YAML equals JSON.',
    isSentAsConfigured: true,
    examples: [['{"on_http_request":[{"actions":[{"type":"deny"}]}]}', 'on_http_request: [{actions: [{type: deny}]}]']],
  },
  vault_name: {
    check(text) {
      const expected = "letters, digits, '_', '/', '.' and '-'";
      return /^[\w/.-]+$/.test(text) ? undefined : { problem: `'${text}' has other characters`, expected };
    },
    examples: [['payments'], ['team/payments.v2']],
  },
};

function findEventTypeProblem(text: string, types: readonly string[]): FormatProblem | undefined {
  if (types.includes(text)) return undefined;
  const problem = EVENT_TYPES.includes(text)
    ? `'${text}' exists only in the profile ngrok`
    : `'${text}' is not an event type`;
  const expected = `one of the ${types.length} event types, such as ip_policy_created.v0${didYouMean(text, types)}`;
  return { problem, expected };
}

/**
 * `*`, or `bind:` and a domain, an address `host:port` or a label `k=v`. The domain may be or begin with `*`, and the
 * port, `k` or `v` may be `*`.
 */
function isAclRule(text: string): boolean {
  if (text === '*') return true;
  const target = /^bind:(.+)$/s.exec(text)?.[1];
  if (target === undefined || /[\s,]/.test(target)) return false;
  if (/^[^=]+=[^=]+$/.test(target)) return true;
  return /^(\*|(\*\.?)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:\d{1,5}|:\*)?$/i.test(target);
}

function findArnProblem(text: string, form: string): FormatProblem | undefined {
  const { arn, partition, service, resource } = splitArn(text);
  if (arn !== 'arn' || /\s/.test(text) || resource === '') return arnProblem(text, 'is not an ARN', form, 5120);
  if (!/^aws(-[a-z]+)*$/.test(partition))
    return arnProblem(text, `has the invalid partition '${partition}'`, form, 5118);
  if (!/^[a-z][a-z0-9-]*$/.test(service)) return arnProblem(text, `has the invalid service '${service}'`, form, 5119);
  return undefined;
}

/** The resource must begin with `type`. `shownRegion` is for the message: another region, or none, is accepted. */
function findTargetArnProblem(
  text: string,
  service: string,
  type: string,
  shownRegion = 'REGION',
): FormatProblem | undefined {
  const form = `arn:PARTITION:${service}:${shownRegion}:ACCOUNT:${type}NAME`;
  const arn = splitArn(text);
  const found = findArnProblem(text, form);
  if (found) return found;
  if (arn.service !== service) return arnProblem(text, `is one of the service '${arn.service}'`, form, 5129);
  const isType = arn.resource.startsWith(type) && arn.resource.length > type.length;
  return isType ? undefined : arnProblem(text, `has the resource '${arn.resource}'`, form, 5130);
}

function targetArns(service: string, type: string): string[][] {
  return ['events', 'audit'].map((name) => [`arn:aws:${service}:us-east-1:123456789012:${type}${name}`]);
}

function splitArn(text: string) {
  const [arn, partition = '', service = '', , , ...resource] = text.split(':');
  return { arn, partition, service, resource: resource.join(':') };
}

function arnProblem(text: string, what: string, form: string, errorCode: number): FormatProblem {
  return { problem: `'${text}' ${what}`, expected: `${form}, as the cloud provider shows it`, errorCode };
}
