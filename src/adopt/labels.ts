/** Words that both languages and the checklist share. */
import { ipPolicyRules } from '../model/composites';
import { displayName } from '../model/display-name';
import type { Declaration, Secret } from './expression';

/** `12 IP policies, 3 of them with rules`, with a capital where it begins a sentence. */
export function countOf(declarations: readonly Declaration[], kind: string): string {
  const sets = declarations.filter(({ resource }) => resource === ipPolicyRules.name).length;
  const objects = declarations.length - sets;
  const parts = [
    ...(objects > 0 ? [`${objects} ${displayName(kind, objects)}`] : []),
    ...(sets > 0 ? [setsOf(sets)] : []),
  ];
  return parts.join(' and ');
}

function setsOf(count: number): string {
  return count === 1 ? '1 set of rules' : `${count} sets of rules`;
}

/** What a secret is for, a sentence without full stop. */
export function secretPurpose({ path, of: { resource, name } }: Secret): string {
  return `${path} of netingress_${resource}.${name}; needed only when the object is made again`;
}
