/** The checks behind an attribute's `format`, by name. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { compileSelector } from '../cel/selector';
import { didYouMean } from '../did-you-mean';
import { EVENT_TYPES } from '../events/event-types';
import { parseCidr } from '../ip/cidr';
import type { FormatName } from '../kind';
import { isAclRule } from './acl';
import { findArnProblem } from './arn';
import { parseDuration } from './duration';
import { findDomainProblem, isHostname } from './hostname';
import { type PemBlock, parsePem } from './pem';
import { parseSshPublicKey } from './ssh-key';
import { parseTimestamp } from './timestamp';

/** Why a text does not have a format: `problem` continues a sentence whose subject is the attribute. */
export interface FormatProblem {
  readonly problem: string;
  readonly expected: string;
  /** Number of the service's error code, where it tells more than one thing that can be wrong; else the attribute's. */
  readonly errorCode?: number;
}

type FormatCheck = (text: string) => FormatProblem | undefined;

/** One check per format; undefined means that the text has the format. */
export const FORMATS: Readonly<Record<FormatName, FormatCheck>> = {
  acl(text) {
    const expected = "'*', or 'bind:' and a domain, address or label such as bind:*.example.com or bind:team=edge";
    return isAclRule(text) ? undefined : { problem: `'${text}' is not an ACL rule`, expected };
  },
  arn: findArnProblem,
  ca_certificate(text) {
    const expected = 'one PEM block CERTIFICATE whose subject may sign certificates';
    const blocks = parsePem(text);
    const [first] = blocks;
    if (!first && /-----BEGIN CERTIFICATE-----\s+[\w-]+:/.test(text))
      return { problem: 'has headers within its PEM', expected, errorCode: 1910 };
    if (!first) return { problem: 'is not PEM', expected, errorCode: 1920 };
    const foreign = blocks.find(({ label }) => label !== 'CERTIFICATE');
    if (foreign) return { problem: `holds a PEM block ${foreign.label}`, expected, errorCode: 1911 };
    if (blocks.length > 1) return { problem: `holds ${blocks.length} certificates`, expected, errorCode: 1912 };
    const certificate = readCertificate(first);
    if (!certificate) return { problem: 'is not a certificate', expected, errorCode: 1920 };
    return certificate.ca
      ? undefined
      : { problem: 'is a certificate that may not sign others', expected, errorCode: 1913 };
  },
  certificate_chain(text) {
    const expected = 'PEM blocks CERTIFICATE, leaf first, each followed by the one that issued it';
    const blocks = parsePem(text);
    if (blocks.length === 0) return { problem: 'is not a chain of certificates', expected, errorCode: 1922 };
    if (blocks.some(({ label }) => label.endsWith('PRIVATE KEY')))
      return { problem: 'holds a private key', expected, errorCode: 1925 };
    const chain = blocks.map((block) => (block.label === 'CERTIFICATE' ? readCertificate(block) : undefined));
    if (chain.includes(undefined)) return { problem: 'holds what is not a certificate', expected, errorCode: 1900 };
    const inOrder = chain.every((each, index) => index === 0 || chain[index - 1]?.issuer === each?.subject);
    return inOrder ? undefined : { problem: 'is a chain of certificates in another order', expected, errorCode: 1926 };
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
      : { problem: 'is not a certificate signing request', expected: 'one PEM block CERTIFICATE REQUEST' };
  },
  domain(text) {
    const expected = 'a domain name such as app.example.com, perhaps with a leading *.';
    const found = findDomainProblem(text);
    return found && { problem: `'${text}' ${found.problem}`, expected, errorCode: found.errorCode };
  },
  duration(text) {
    const expected = "a duration above zero such as '20m' or '1h30m'";
    return parseDuration(text) === undefined ? { problem: `'${text}' is not a duration`, expected } : undefined;
  },
  endpoint_selector(text) {
    // What most operators have; it is no reason to load a library.
    const compiled = text === 'true' ? undefined : compileSelector(text);
    if (!compiled || !('problem' in compiled)) return undefined;
    const { problem, expected } = compiled.problem;
    return { problem: `'${text}' ${problem}`, expected };
  },
  event_type(text) {
    if (EVENT_TYPES.includes(text)) return undefined;
    return {
      problem: `'${text}' is not an event type`,
      expected: `one of the ${EVENT_TYPES.length} event types, such as ip_policy_created.v0${didYouMean(text, EVENT_TYPES)}`,
    };
  },
  hostname(text) {
    return isHostname(text)
      ? undefined
      : { problem: `'${text}' is not a domain name`, expected: 'a domain name such as ingress.example.com' };
  },
  private_key(text) {
    // The text is a secret: nothing of it is shown.
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
    const found = findArnProblem(text);
    return found && { ...found, errorCode: 5104 };
  },
  ssh_public_key(text) {
    const expected = 'an authorized-keys line such as ssh-ed25519 AAAA..., RFC 4716, or a PEM public key';
    return parseSshPublicKey(text) ? undefined : { problem: 'is not an SSH public key', expected };
  },
  timestamp(text) {
    const expected = 'an RFC 3339 timestamp such as 2026-01-31T12:00:00Z';
    return parseTimestamp(text) === undefined ? { problem: `'${text}' is not a timestamp`, expected } : undefined;
  },
};

function readCertificate({ der }: PemBlock): X509Certificate | undefined {
  try {
    return new X509Certificate(der);
  } catch {
    return undefined;
  }
}
