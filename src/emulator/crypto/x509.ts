/**
 * Certificates read with a real parser. Key usages have the names of RFC 5280 4.2.1.3 (`digitalSignature`,
 * `keyCertSign`, ...) and extended ones those of 4.2.1.12 (`serverAuth`, ...), or the dotted OID where it names none:
 * the documents only say 'actions', and these are the words that certificates themselves use.
 */
import type { JsonObject } from '../../model/json';
import { ApiProblem } from '../http/api-problem';
import { timestamp } from '../time/clock';
import type * as X509 from './x509-library';

/** What the service answers about a certificate, by attribute name. */
export interface CertificateFacts {
  /** What authorities and TLS certificates both show. */
  readonly shared: JsonObject;
  /** What only TLS certificates show; subject members that the certificate lacks are empty (gaps.md 2.5-1). */
  readonly leaf: JsonObject;
}

/** The library, loaded when the first certificate is read or issued: most emulators never need it. */
export async function loadX509(): Promise<typeof X509> {
  return require('./x509-library') as typeof import('./x509-library');
}

/** Reads the first certificate of a PEM text; refuses (400, `code`) what the parser cannot read. */
export async function readCertificate(pem: string, code: number): Promise<CertificateFacts> {
  const x509 = await loadX509();
  try {
    const certificate = new x509.X509Certificate(pem);
    return { shared: sharedFacts(x509, certificate), leaf: leafFacts(x509, certificate) };
  } catch (error) {
    throw new ApiProblem(
      400,
      code,
      `The certificate cannot be read: ${error instanceof Error ? error.message : error}.`,
    );
  }
}

function sharedFacts(x509: typeof X509, certificate: X509.X509Certificate): JsonObject {
  return {
    subject_common_name: firstField(certificate.subjectName, 'CN'),
    not_before: timestamp(certificate.notBefore.getTime()),
    not_after: timestamp(certificate.notAfter.getTime()),
    key_usages: keyUsages(x509, certificate),
    extended_key_usages: extendedKeyUsages(x509, certificate),
  };
}

function leafFacts(x509: typeof X509, certificate: X509.X509Certificate): JsonObject {
  const subject = certificate.subjectName;
  const names = certificate.getExtension(x509.SubjectAlternativeNameExtension)?.names.items ?? [];
  const ofType = (type: string): string[] => names.filter((name) => name.type === type).map(({ value }) => value);
  return {
    subject_alternative_names: { dns_names: ofType('dns'), ips: ofType('ip') },
    issuer_common_name: firstField(certificate.issuerName, 'CN'),
    serial_number: certificate.serialNumber.toLowerCase(),
    subject_organization: firstField(subject, 'O'),
    subject_organizational_unit: firstField(subject, 'OU'),
    subject_locality: firstField(subject, 'L'),
    subject_province: firstField(subject, 'ST'),
    subject_country: firstField(subject, 'C'),
  };
}

function firstField(name: X509.Name, field: string): string {
  return name.getField(field)[0] ?? '';
}

function keyUsages(x509: typeof X509, certificate: X509.X509Certificate): string[] {
  const usages = certificate.getExtension(x509.KeyUsagesExtension)?.usages ?? 0;
  const flags = Object.entries(x509.KeyUsageFlags).filter((flag): flag is [string, number] =>
    Number.isInteger(flag[1]),
  );
  return flags.filter(([, bit]) => (usages & bit) !== 0).map(([name]) => name);
}

function extendedKeyUsages(x509: typeof X509, certificate: X509.X509Certificate): string[] {
  const names = new Map<string, string>(Object.entries(x509.ExtendedKeyUsage).map(([name, oid]) => [oid, name]));
  const usages = certificate.getExtension(x509.ExtendedKeyUsageExtension)?.usages ?? [];
  // A plain list: what the library gives is one of its own kind, and so would be what `map` makes of it.
  return Array.from(usages, (usage) => names.get(String(usage)) ?? String(usage));
}
