import type { CertificateWait } from '../../../model/composites';
import { attributesFromResponse } from '../../../model/from-response';
import { type JsonObject, valueAt } from '../../../model/json';

export type CertificateStatus =
  /** The object has no automatic certificate management. */
  | { readonly state: 'unmanaged' }
  /** A certificate exists, and no job is creating or renewing one. */
  | { readonly state: 'provisioned' }
  /** Retrying does not help; the DNS records must change. */
  | { readonly state: 'dns_error'; readonly message: string }
  /** A job is pending or running. `message` is the service's own, possibly about a transient error. */
  | { readonly state: 'running'; readonly message: string };

/** Parses the certificate status of an object in a response. */
export function readCertificateStatus({ kind }: CertificateWait, object: JsonObject): CertificateStatus {
  const values = attributesFromResponse(kind.attributes, object);
  if (values['certificate_management_policy'] === null) return { state: 'unmanaged' };
  const statusAt = (path: string): unknown => valueAt(values, `certificate_management_status.${path}`) ?? null;
  if (statusAt('provisioning_job') === null) {
    if (statusAt('renews_at') !== null) return { state: 'provisioned' };
    return { state: 'running', message: 'The job that provisions the certificate has not started.' };
  }
  const code = statusAt('provisioning_job.error_code');
  const retriesAt = statusAt('provisioning_job.retries_at');
  const message = [
    code === null ? '' : `${String(code)}:`,
    String(statusAt('provisioning_job.msg') ?? 'The service gives no details.'),
    retriesAt === null ? '' : `The service retries at ${String(retriesAt)}.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
  return { state: code === 'DNS_ERROR' ? 'dns_error' : 'running', message };
}
