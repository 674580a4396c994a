/**
 * Key usages have the names of RFC 5280 section 4.2.1.3 (`digitalSignature`, ...), extended ones those of section
 * 4.2.1.12 (`serverAuth`, ...) or the dotted OID: the API documents do not define the names.
 */

import { formatTimestamp } from '../../model/time';
import type { JsonObject } from '../../values/json';
import type * as X509 from './x509-library';

export interface CertificateFields {
  readonly commonFields: JsonObject;
  /** Fields that only TLS certificates have. */
  readonly leafFields: JsonObject;
}

export async function loadX509(): Promise<typeof X509> {
  return require('./x509-library') as typeof import('./x509-library');
}

/** A certificate, or a request for one, that cannot be used. The message is the reason, a part of a sentence. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError';
}

/** Reads the first certificate of a PEM string; rejects an unreadable one with a {@link CertificateError}. */
export async function readCertificate(pem: string): Promise<CertificateFields> {
  const x509 = await loadX509();
  try {
    const certificate = new x509.X509Certificate(pem);
    return { commonFields: readSharedFields(x509, certificate), leafFields: readLeafFields(x509, certificate) };
  } catch (error) {
    throw new CertificateError(error instanceof Error ? error.message : String(error));
  }
}

function readSharedFields(x509: typeof X509, certificate: X509.X509Certificate): JsonObject {
  return {
    subject_common_name: certificate.subjectName.getField('CN')[0] ?? '',
    not_before: formatTimestamp(certificate.notBefore.getTime()),
    not_after: formatTimestamp(certificate.notAfter.getTime()),
    key_usages: listKeyUsages(x509, certificate),
    extended_key_usages: listExtendedKeyUsages(x509, certificate),
  };
}

function readLeafFields(x509: typeof X509, certificate: X509.X509Certificate): JsonObject {
  const subject = certificate.subjectName;
  const names = certificate.getExtension(x509.SubjectAlternativeNameExtension)?.names.items ?? [];
  const ofType = (type: string): string[] => names.filter((name) => name.type === type).map(({ value }) => value);
  return {
    subject_alternative_names: { dns_names: ofType('dns'), ips: ofType('ip') },
    issuer_common_name: certificate.issuerName.getField('CN')[0] ?? '',
    serial_number: certificate.serialNumber.toLowerCase(),
    subject_organization: subject.getField('O')[0] ?? '',
    subject_organizational_unit: subject.getField('OU')[0] ?? '',
    subject_locality: subject.getField('L')[0] ?? '',
    subject_province: subject.getField('ST')[0] ?? '',
    subject_country: subject.getField('C')[0] ?? '',
  };
}

function listKeyUsages(x509: typeof X509, certificate: X509.X509Certificate): string[] {
  const usages = certificate.getExtension(x509.KeyUsagesExtension)?.usages ?? 0;
  const flags = Object.entries(x509.KeyUsageFlags).filter((flag): flag is [string, number] =>
    Number.isInteger(flag[1]),
  );
  return flags.filter(([, bit]) => (usages & bit) !== 0).map(([name]) => name);
}

function listExtendedKeyUsages(x509: typeof X509, certificate: X509.X509Certificate): string[] {
  const names = new Map<string, string>([
    ...Object.entries(x509.ExtendedKeyUsage).map(([name, oid]) => [oid, name] as const),
    [x509.ExtendedKeyUsage.ocspSigning, 'OCSPSigning'],
  ]);
  const usages = certificate.getExtension(x509.ExtendedKeyUsageExtension)?.usages ?? [];
  // `map` would return the list type of the library.
  return Array.from(usages, (usage) => names.get(String(usage)) ?? String(usage));
}
