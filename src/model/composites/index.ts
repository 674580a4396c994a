/** The list of resources that are no kind of the service; to add one, write its file here and add its line. */
import { CERTIFICATE_WAITS } from './certificates';
import type { Composite } from './composite';
import { ipPolicyRules } from './ip-policy-rules';

export { CERTIFICATE_WAITS, type CertificateWait, DEFAULT_TIMEOUT, type RequiredDnsRecords } from './certificates';
export type { Composite } from './composite';
export { ipPolicyRules } from './ip-policy-rules';

/** Every resource of our own making. */
export const COMPOSITES: readonly Composite[] = [ipPolicyRules, ...CERTIFICATE_WAITS];

/** The composite of that name; throws if there is none, which is a bug of the caller. */
export function findComposite(name: string): Composite {
  const found = COMPOSITES.find((composite) => composite.name === name);
  if (!found) throw new Error(`No resource of our own making is named '${name}'`);
  return found;
}
