import type { CertificateWait } from '../../../model/composites';
import { attributesFromResponse } from '../../../model/from-response';
import { resourceType } from '../../../model/naming';
import type { JsonObject } from '../../../values/json';
import { createError, type ProviderDiagnostic } from '../../protocol/diagnostic';

function notIssued(
  { kind, idAttribute }: CertificateWait,
  object: JsonObject,
  reason: string,
  path = [idAttribute],
): ProviderDiagnostic {
  const name = `${kind.title} '${String(object['id'])}' (${String(object['domain'])})`;
  const detail = `The certificate of ${name} is not issued: ${reason}`;
  return createError('Certificate is not issued', detail, path);
}

export function managementDisabled(wait: CertificateWait, object: JsonObject): ProviderDiagnostic {
  const reason =
    'it has no certificate_management_policy, so the service does not issue a certificate. Set ' +
    `certificate_management_policy on ${resourceType(wait.kind)}, or remove ${resourceType(wait)}.`;
  return notIssued(wait, object, reason);
}

export function dnsValidationFailed(
  wait: CertificateWait,
  object: JsonObject,
  statusMessage: string,
): ProviderDiagnostic {
  const records = requiredRecords(wait, object);
  const advice = records.length > 0 ? ` Set these DNS records, then apply again:\n${records.join('\n')}` : '';
  return notIssued(wait, object, `${statusMessage}${advice}`);
}

/**
 * The DNS records that the object needs, in zone file format, where a complete name ends with a period. A prefix takes
 * the place of the wildcard: `_acme-challenge.` of `*.example.com` -> `_acme-challenge.example.com.`.
 */
function requiredRecords({ kind, records }: CertificateWait, object: JsonObject): string[] {
  const values = attributesFromResponse(kind.attributes, object);
  const domain = String(values['domain']);
  return records.flatMap(({ type, prefix, valuesAttribute }) => {
    const value = values[valuesAttribute] ?? [];
    const targets = Array.isArray(value) ? value : [value];
    const host = prefix === '' ? domain : `${prefix}${domain.replace(/^\*\./, '')}`;
    return targets.map((target) => `  ${host}. ${type} ${String(target).replace(/\.?$/, '.')}`);
  });
}

export function waitTimedOut(
  wait: CertificateWait,
  object: JsonObject,
  timeout: string,
  statusMessage: string,
): ProviderDiagnostic {
  const reason = `the timeout of ${timeout} has expired. ${statusMessage} Apply again to continue waiting, or raise timeouts.create.`;
  return notIssued(wait, object, reason, ['timeouts']);
}

export function waitInterrupted(wait: CertificateWait, object: JsonObject, statusMessage: string): ProviderDiagnostic {
  const reason = `Terraform was interrupted while waiting. ${statusMessage} The service continues the job; apply again to continue waiting.`;
  return notIssued(wait, object, reason);
}
