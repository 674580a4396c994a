/** What users are told about waiting for a certificate. */

import type { CertificateWait } from '../../../model/composites';
import { attributesFromResponse } from '../../../model/from-response';
import type { JsonObject } from '../../../model/json';
import type { Diagnostic } from '../../protocol/diagnostic';
import { resourceType } from '../../protocol/messages';

function notProvisioned({ kind, of }: CertificateWait, answer: JsonObject, why: string, path = [of]): Diagnostic {
  const object = `${kind.title} ${String(answer['id'])} (${String(answer['domain'])})`;
  return {
    severity: 'error',
    summary: 'Certificate is not provisioned',
    detail: `The certificate of ${object} is not provisioned: ${why}`,
    path,
  };
}

/** There is no automatic management to wait for. */
export function unmanaged(wait: CertificateWait, answer: JsonObject): Diagnostic {
  const why =
    'it has no certificate_management_policy, so the service provisions none. Set certificate_management_policy on ' +
    `${resourceType(wait.kind)}, or remove ${resourceType(wait)}.`;
  return notProvisioned(wait, answer, why);
}

/** The DNS records do not allow a certificate. */
export function dnsError(wait: CertificateWait, answer: JsonObject, message: string): Diagnostic {
  const records = dnsRecords(wait, answer);
  const set = records.length > 0 ? ` Set these DNS records, then apply again:\n${records.join('\n')}` : '';
  return notProvisioned(wait, answer, `${message}${set}`);
}

/** The records that the object needs, as lines of a zone. */
function dnsRecords({ kind, records }: CertificateWait, answer: JsonObject): string[] {
  const values = attributesFromResponse(kind.attributes, answer);
  const domain = String(values['domain']);
  return records.flatMap(({ type, prefix, values: name }) => {
    const held = values[name];
    const targets = Array.isArray(held) ? held : held === null || held === undefined ? [] : [held];
    const host = prefix === '' ? domain : `${prefix}${domain.replace(/^\*\./, '')}`;
    return targets.map((target) => `  ${host}. ${type} ${String(target).replace(/\.?$/, '.')}`);
  });
}

/** The time is up. */
export function timedOut(wait: CertificateWait, answer: JsonObject, timeout: string, message: string): Diagnostic {
  const why = `the time of ${timeout} is up. ${message} Apply again to go on waiting, or raise timeouts.create.`;
  return notProvisioned(wait, answer, why, ['timeouts']);
}

/** Ctrl-C. */
export function waitInterrupted(wait: CertificateWait, answer: JsonObject, message: string): Diagnostic {
  return notProvisioned(
    wait,
    answer,
    `Terraform was interrupted while waiting. ${message} The service goes on with it; apply again to go on waiting.`,
  );
}

/** An import of something that is no identifier of the object. */
export function badWaitId({ kind, ...wait }: CertificateWait, given: string): Diagnostic {
  return {
    severity: 'error',
    summary: `Cannot import ${wait.title}`,
    detail:
      `'${given}' is not the identifier of the ${kind.title} that is waited for; expected ${kind.idPrefix}_ followed by ` +
      `letters and digits, as in: terraform import ${resourceType(wait)}.<name> ${kind.idPrefix}_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF`,
  };
}
