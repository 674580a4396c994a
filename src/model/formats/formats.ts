import { createPrivateKey, X509Certificate } from 'node:crypto';
import { compileSelector } from '../cel/filters';
import { EVENT_TYPES, eventTypesIn } from '../events/event-types';
import { parseCidr } from '../ip/cidr';
import type { FormatName } from '../kind';
import { didYouMean } from '../text';
import { parseDuration, parseTimestamp } from '../time';
import { parseEndpointUrl } from './endpoint-url';
import { findDomainProblem, isFullyQualifiedName } from './hostname';
import { type PemBlock, parsePem } from './pem';
import { EXPECTED_SEALING_KEY, parseSealingKey } from './sealing-key';
import { parseSshPublicKey } from './ssh-key';

/** A violated format; `problem` follows the attribute path in the message. */
export interface FormatProblem {
  readonly problem: string;
  readonly expected: string;
  /** Error code of the service, if the format has several; by default the error code of the attribute. */
  readonly errorCode?: number;
}

type FormatCheck = (text: string) => FormatProblem | undefined;

/** Format checks by name; undefined means valid. */
export const FORMATS: Readonly<Record<FormatName, FormatCheck>> = {
  acl(text) {
    const expected = "'*', or 'bind:' and a domain, address or label such as bind:*.example.com or bind:team=edge";
    return isAclRule(text) ? undefined : { problem: `'${text}' is not an ACL rule`, expected };
  },
  ca_certificate(text) {
    const expected = 'a CERTIFICATE PEM block of a certificate that may sign certificates';
    const blocks = parsePem(text);
    const [first] = blocks;
    if (!first && /-----BEGIN CERTIFICATE-----\s+[\w-]+:/.test(text))
      return { problem: 'has headers within its PEM', expected, errorCode: 1910 };
    if (!first) return { problem: 'is not PEM', expected, errorCode: 1920 };
    const otherBlock = blocks.find(({ label }) => label !== 'CERTIFICATE');
    if (otherBlock) return { problem: `contains a PEM block ${otherBlock.label}`, expected, errorCode: 1911 };
    if (blocks.length > 1) return { problem: `contains ${blocks.length} certificates`, expected, errorCode: 1912 };
    const certificate = readCertificate(first);
    if (!certificate) return { problem: 'is not a certificate', expected, errorCode: 1920 };
    return certificate.ca ? undefined : { problem: 'is not a CA certificate', expected, errorCode: 1913 };
  },
  certificate_chain(text) {
    const expected = 'CERTIFICATE PEM blocks, leaf first, each followed by the one that issued it';
    const blocks = parsePem(text);
    if (blocks.length === 0) return { problem: 'is not a chain of certificates', expected, errorCode: 1922 };
    if (blocks.some(({ label }) => label.endsWith('PRIVATE KEY')))
      return { problem: 'contains a private key', expected, errorCode: 1925 };
    const chain = blocks.map((block) => (block.label === 'CERTIFICATE' ? readCertificate(block) : undefined));
    if (chain.includes(undefined))
      return { problem: 'contains a block that is not a certificate', expected, errorCode: 1900 };
    const inOrder = chain.every((link, index) => index === 0 || chain[index - 1]?.issuer === link?.subject);
    return inOrder
      ? undefined
      : { problem: 'is a chain of certificates in the wrong order', expected, errorCode: 1926 };
  },
  cidr(text) {
    const parsed = parseCidr(text);
    return 'problem' in parsed ? { problem: `'${text}' ${parsed.problem}`, expected: parsed.expected } : undefined;
  },
  csr(text) {
    const blocks = parsePem(text);
    const only = blocks.length === 1 ? blocks[0] : undefined;
    const isRequest = only && /^(NEW )?CERTIFICATE REQUEST$/.test(only.label) && only.der[0] === 0x30;
    return isRequest
      ? undefined
      : { problem: 'is not a certificate signing request', expected: 'one CERTIFICATE REQUEST PEM block' };
  },
  delivery_stream_arn: (text) => findTargetArnProblem(text, 'firehose', 'deliverystream/'),
  domain(text) {
    const expected = 'a domain name such as app.example.com, optionally with a leading *.';
    const found = findDomainProblem(text);
    return found && { problem: `'${text}' ${found.problem}`, expected, errorCode: found.errorCode };
  },
  duration(text) {
    const expected = "a duration above zero such as '20m' or '1h30m'";
    return parseDuration(text) === undefined ? { problem: `'${text}' is not a duration`, expected } : undefined;
  },
  endpoint_selector(text) {
    // The most common selector; avoid loading the CEL library for it.
    const compiled = text === 'true' ? undefined : compileSelector(text);
    if (!compiled || !('problem' in compiled)) return undefined;
    const { problem, expected } = compiled.problem;
    return { problem: `'${text}' ${problem}`, expected };
  },
  endpoint_url(text) {
    const url = parseEndpointUrl(text);
    return 'problem' in url ? url : undefined;
  },
  event_type: (text) => findEventTypeProblem(text, EVENT_TYPES),
  hostname(text) {
    return isFullyQualifiedName(text)
      ? undefined
      : { problem: `'${text}' is not a domain name`, expected: 'a domain name such as ingress.example.com' };
  },
  log_group_arn: (text) => findTargetArnProblem(text, 'logs', 'log-group:'),
  private_key(text) {
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
  resource_name(text) {
    return text.trim() === ''
      ? { problem: 'is empty', expected: 'the resource name that the cloud provider shows' }
      : undefined;
  },
  role_arn(text) {
    const found = findArnProblem(text, 'arn:PARTITION:iam::ACCOUNT:role/NAME');
    return found && { ...found, errorCode: 5104 };
  },
  sealing_key(text) {
    const parsed = parseSealingKey(text);
    return 'problem' in parsed ? { problem: parsed.problem, expected: EXPECTED_SEALING_KEY } : undefined;
  },
  spec_event_type: (text) => findEventTypeProblem(text, eventTypesIn('spec')),
  ssh_public_key(text) {
    const expected = 'an authorized-keys line such as ssh-ed25519 AAAA..., RFC 4716, or a PEM public key';
    return parseSshPublicKey(text) ? undefined : { problem: 'is not an SSH public key', expected };
  },
  stream_arn: (text) => findTargetArnProblem(text, 'kinesis', 'stream/'),
  timestamp(text) {
    const expected = 'an RFC 3339 timestamp such as 2026-01-31T12:00:00Z';
    return parseTimestamp(text) === undefined ? { problem: `'${text}' is not a timestamp`, expected } : undefined;
  },
  traffic_policy(text) {
    return text.trim() === ''
      ? { problem: 'is empty', expected: 'a traffic policy in JSON or YAML', errorCode: 18011 }
      : undefined;
  },
  vault_name(text) {
    const expected = "letters, digits, '_', '/', '.' and '-'";
    return /^[\w/.-]+$/.test(text) ? undefined : { problem: `'${text}' has other characters`, expected };
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

function readCertificate({ der }: PemBlock): X509Certificate | undefined {
  try {
    return new X509Certificate(der);
  } catch {
    return undefined;
  }
}

/**
 * Returns whether the string is an ACL rule: `*`, or `bind:` followed by a domain, an address `host:port` or a label
 * `k=v`. A domain may begin with a wildcard; `k` or `v` may be `*`.
 */
function isAclRule(text: string): boolean {
  if (text === '*') return true;
  const target = /^bind:(.+)$/s.exec(text)?.[1];
  if (target === undefined || /[\s,]/.test(target)) return false;
  if (/^[^=]+=[^=]+$/.test(target)) return true;
  return /^(\*|(\*\.?)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:\d{1,5}|:\*)?$/i.test(target);
}

/** Finds a problem of an ARN in general. `form` is how the expected ARN looks. */
function findArnProblem(text: string, form: string): FormatProblem | undefined {
  const { arn, partition, service, resource } = splitArn(text);
  if (arn !== 'arn' || /\s/.test(text) || resource === '') return arnProblem(text, 'is not an ARN', form, 5120);
  if (!/^aws(-[a-z]+)*$/.test(partition))
    return arnProblem(text, `has the invalid partition '${partition}'`, form, 5118);
  if (!/^[a-z][a-z0-9-]*$/.test(service)) return arnProblem(text, `has the invalid service '${service}'`, form, 5119);
  return undefined;
}

/** Finds a problem of the ARN of a target: it is one of this service, and its resource begins with this type. */
function findTargetArnProblem(text: string, service: string, type: string): FormatProblem | undefined {
  const form = `arn:PARTITION:${service}:REGION:ACCOUNT:${type}NAME`;
  const arn = splitArn(text);
  const found = findArnProblem(text, form);
  if (found) return found;
  if (arn.service !== service) return arnProblem(text, `is one of the service '${arn.service}'`, form, 5129);
  const isType = arn.resource.startsWith(type) && arn.resource.length > type.length;
  return isType ? undefined : arnProblem(text, `has the resource '${arn.resource}'`, form, 5130);
}

function splitArn(text: string) {
  const [arn, partition = '', service = '', , , ...resource] = text.split(':');
  return { arn, partition, service, resource: resource.join(':') };
}

function arnProblem(text: string, what: string, form: string, errorCode: number): FormatProblem {
  return { problem: `'${text}' ${what}`, expected: `${form}, as the cloud provider shows it`, errorCode };
}
