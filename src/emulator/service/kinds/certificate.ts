import { CertificateError, type CertificateFields, readCertificate } from '../../crypto/x509';
import { Refusal } from '../state/refusal';

export function readCertificateOrRefuse(pem: string, code: number): Promise<CertificateFields> {
  return refuseInvalid(readCertificate(pem), code, 'The certificate cannot be read');
}

export async function refuseInvalid<T>(work: Promise<T>, code: number, what: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error;
    throw new Refusal(400, code, `${what}: ${error.message}.`);
  }
}
