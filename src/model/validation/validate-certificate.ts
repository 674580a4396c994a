/** What a certificate says of its key and its validity. A text that is no certificate or key is a problem of its format. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { parsePem } from '../formats/pem';
import type { Attribute, Attributes, FormatName } from '../kind';
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

/** Finds certificates that clients reject at this time. The service accepts them, so the problems are warnings. */
export function findExpired(attributes: Attributes, values: RawValues, now: Date): Problem[] {
  return listTexts(attributes, values, CERTIFICATES).flatMap(([name, text]): Problem[] => {
    const ends = parsePem(text).flatMap(({ der }) => readCertificate(der)?.validTo ?? []);
    const expired = ends.map((end) => new Date(end)).find((end) => end < now);
    if (!expired) return [];
    const problem = `contains a certificate that expired at ${expired.toISOString()}`;
    return [{ path: [name], problem, expected: 'certificates that are valid now, since clients reject others' }];
  });
}

function listTexts(
  attributes: Attributes,
  values: RawValues,
  formats: readonly FormatName[],
): [name: string, text: string][] {
  return Object.entries(attributes).flatMap(([name, attribute]): [string, string][] => {
    const format = 'format' in attribute ? attribute.format : undefined;
    const value = values[name];
    if (format === undefined || !formats.includes(format) || typeof value !== 'string') return [];
    return [[name, value]];
  });
}

function isKeyOfOther(chain: string, key: string): boolean {
  const [leaf] = parsePem(chain);
  const certificate = leaf && readCertificate(leaf.der);
  try {
    return certificate?.checkPrivateKey(createPrivateKey(key)) === false;
  } catch {
    return false;
  }
}

function readCertificate(der: Uint8Array): X509Certificate | undefined {
  try {
    return new X509Certificate(der);
  } catch {
    return undefined;
  }
}
