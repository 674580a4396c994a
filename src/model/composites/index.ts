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

/** All composites but the rotation; `rotation.ts` says why. */
export const COMPOSITES: readonly Composite[] = [ipPolicyRules, ...CERTIFICATE_WAITS];

/** Finds a composite by its name, also the rotation, which is not in {@link COMPOSITES}. */
export function tryFindComposite(name: string): Composite | undefined {
  return [...COMPOSITES, rotation].find((composite) => composite.name === name);
}

/** Throws for an unknown name, which is a bug of the caller. */
export function getComposite(name: string): Composite {
  const found = tryFindComposite(name);
  if (!found) throw new Error(`Unknown composite '${name}'`);
  return found;
}

/** Returns the display name of a kind or composite, or another name as it is; its plural for a `count` other than 1. */
export function displayName(name: string, count = 1): string {
  const title = tryFindKind(name)?.title ?? tryFindComposite(name)?.title ?? name;
  return count === 1 ? title : pluralize(title);
}
