/** A string that is not a certificate or key passes here: the check of its format reports it. */
import { createPrivateKey } from 'node:crypto';
import { formatList } from '../../values/words';
import { canonicalHostname } from '../formats/hostname';
import { parseCertificate, parsePem } from '../formats/pem';
import type { Attribute, Attributes, FormatName, Kind } from '../kind';
import { memoizeObject } from '../memoize';
import type { Problem, RawValues, ValidationContext } from '../problem';

/** The service accepts a certificate only with its own key. */
export function checkKeyPair(
  attributes: Attributes,
  values: RawValues,
  { nameOf }: Pick<ValidationContext, 'nameOf'>,
): Problem[] {
  const keys = listTexts(attributes, values, ['private_key']);
  if (keys.length === 0) return [];
  const chains = listTexts(attributes, values, ['certificate_chain']);
  return keys.flatMap(([keyName, key]) =>
    chains.flatMap(([name, chain]): Problem[] => {
      if (!isKeyOfOther(chain, key)) return [];
      const problem = `is not the key of ${nameOf(name)}`;
      return [{ path: [keyName], problem, expected: 'the private key of its first certificate', errorCode: 1923 }];
    }),
  );
}

const CERTIFICATES: readonly FormatName[] = ['certificate_chain', 'ca_certificate'];

/** Whether {@link findExpired} may find something. */
export function isCertificate(attribute: Attribute): boolean {
  return 'format' in attribute && attribute.format !== undefined && CERTIFICATES.includes(attribute.format);
}

/** Warnings: the service accepts an expired certificate, and clients reject it. */
export function findExpired(attributes: Attributes, values: RawValues, now: Date): Problem[] {
  return listTexts(attributes, values, CERTIFICATES).flatMap(([name, text]): Problem[] => {
    const ends = parsePem(text).flatMap((block) => parseCertificate(block)?.validTo ?? []);
    const expired = ends.map((end) => new Date(end)).find((end) => end < now);
    if (!expired) return [];
    const problem = `contains a certificate that expired at ${expired.toISOString()}`;
    return [{ path: [name], problem, expected: 'certificates that are valid now, since clients reject others' }];
  });
}

export interface CertificateReference {
  readonly attribute: string;
  readonly hostAttribute: string;
  readonly target: string;
}

export const listCertificateReferences = memoizeObject((attributes: Attributes): readonly CertificateReference[] =>
  Object.entries(attributes).flatMap(([attribute, schema]) => {
    const ref = 'ref' in schema ? schema.ref : undefined;
    return ref?.certifies === undefined ? [] : [{ attribute, hostAttribute: ref.certifies, target: ref.kind }];
  }),
);

export function findChain({ attributes }: Pick<Kind, 'attributes'>, values: RawValues): string | undefined {
  const [chain] = listTexts(attributes, values, ['certificate_chain']);
  return chain?.[1];
}

/** A choice: a certificate may have a hundred names. */
const MAX_LISTED_NAMES = 5;

/** A warning: the service accepts the certificate, and clients reject it. Undefined also if it cannot be read. */
export function findUncovered(
  { attribute, hostAttribute }: CertificateReference,
  host: string,
  chain: string,
  nameOf: (attribute: string) => string = (name) => name,
): Problem | undefined {
  const name = canonicalHostname(host);
  const names = listNames(chain);
  if (!names || names.some((each) => covers(each, name))) return undefined;
  const [, ...parent] = name.split('.');
  const wildcard = `*.${parent.join('.')}`;
  // No authority signs a wildcard of a top-level domain.
  const expected = name === wildcard || parent.length < 2 ? name : `${name} or ${wildcard}`;
  return {
    path: [attribute],
    problem: `is a certificate ${names.length === 0 ? 'without a DNS name' : `for ${formatList(names, MAX_LISTED_NAMES)}`}, and ${nameOf(hostAttribute)} is '${name}'`,
    expected: `a certificate for ${expected}, since clients reject others`,
  };
}

/** `*.example.com` covers `a.example.com`, but neither `example.com` nor `a.b.example.com`. */
function covers(certified: string, host: string): boolean {
  const [, ...parent] = host.split('.');
  return certified === host || (certified.startsWith('*.') && certified.slice(2) === parent.join('.'));
}

/** The DNS names of the first certificate; clients ignore its common name. Undefined if it cannot be read. */
function listNames(chain: string): readonly string[] | undefined {
  const [leaf] = parsePem(chain);
  const certificate = leaf && parseCertificate(leaf);
  if (!certificate) return undefined;
  return (certificate.subjectAltName ?? '')
    .split(', ')
    .flatMap((each) => /^DNS:(.+)$/.exec(each)?.[1] ?? [])
    .map(canonicalHostname);
}

const listFormats = memoizeObject((attributes: Attributes): readonly { name: string; format: FormatName }[] =>
  Object.entries(attributes).flatMap(([name, attribute]) =>
    'format' in attribute && attribute.format !== undefined ? [{ name, format: attribute.format }] : [],
  ),
);

function listTexts(
  attributes: Attributes,
  values: RawValues,
  formats: readonly FormatName[],
): [name: string, text: string][] {
  return listFormats(attributes).flatMap(({ name, format }): [string, string][] => {
    const value = values[name];
    return formats.includes(format) && typeof value === 'string' ? [[name, value]] : [];
  });
}

/** False if the certificate or the key cannot be read: the check of its format reports that. */
function isKeyOfOther(chain: string, key: string): boolean {
  const [leaf] = parsePem(chain);
  const certificate = leaf && parseCertificate(leaf);
  try {
    return certificate?.checkPrivateKey(createPrivateKey(key)) === false;
  } catch {
    return false;
  }
}
