/** To add a composite, write its file in this folder and add its line here. */
import type { Composite } from '../kind';
import { tryFindKind } from '../kinds';
import { pluralize } from '../text';
import { CERTIFICATE_WAITS } from './certificates';
import { ipPolicyRules } from './ip-policy-rules';
import { rotation } from './rotation';

export type { Composite } from '../kind';
export { CERTIFICATE_WAITS, type CertificateWait, DEFAULT_TIMEOUT } from './certificates';
export { ipPolicyRules } from './ip-policy-rules';
export { rotation } from './rotation';

/** Without the rotation; `rotation.ts` says why. */
export const COMPOSITES: readonly Composite[] = [ipPolicyRules, ...CERTIFICATE_WAITS];

/** Finds the rotation, too. */
export function tryFindComposite(name: string): Composite | undefined {
  return [...COMPOSITES, rotation].find((composite) => composite.name === name);
}

export function getComposite(name: string): Composite {
  const found = tryFindComposite(name);
  if (!found) throw new Error(`Unknown composite '${name}'`);
  return found;
}

/** The title of a kind or composite, another name as it is; the plural for a `count` other than 1. */
export function displayName(name: string, count = 1): string {
  const title = tryFindKind(name)?.title ?? tryFindComposite(name)?.title ?? name;
  return count === 1 ? title : pluralize(title);
}
