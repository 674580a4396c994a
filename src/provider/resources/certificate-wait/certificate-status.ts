import type { CertificateWait } from '../../../model/composites';
import { attributesFromResponse } from '../../../model/from-response';
import { type JsonObject, valueAt } from '../../../model/json';

/** How far an object's certificate is. */
export type Progress =
  /** The object has no automatic certificate management. */
  | { readonly state: 'unmanaged' }
  /** There is a certificate, and none is being made or renewed. */
  | { readonly state: 'provisioned' }
  /** Only other DNS records help. */
  | { readonly state: 'dns_error'; readonly message: string }
  /** Under way; `message` is the service's own, perhaps about an error that passes by itself. */
  | { readonly state: 'running'; readonly message: string };

/** Reads an answer about the object that is waited for (management-api.md, 'AgentIngressCertStatus'). */
export function progressOf({ kind }: CertificateWait, answer: JsonObject): Progress {
  const values = attributesFromResponse(kind.attributes, answer);
  if (values['certificate_management_policy'] === null) return { state: 'unmanaged' };
  const at = (path: string): unknown => valueAt(values, `certificate_management_status.${path}`) ?? null;
  if (at('provisioning_job') === null) {
    if (at('renews_at') !== null) return { state: 'provisioned' };
    return { state: 'running', message: 'The job that provisions the certificate has not begun.' };
  }
  const code = at('provisioning_job.error_code');
  const retry = at('provisioning_job.retries_at');
  const message = [
    code === null ? '' : `${String(code)}:`,
    String(at('provisioning_job.msg') ?? 'The service gives no details.'),
    retry === null ? '' : `It tries again at ${String(retry)}.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
  return { state: code === 'DNS_ERROR' ? 'dns_error' : 'running', message };
}
