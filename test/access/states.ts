import { createFacts } from '../../src/access/facts';
import type { Obj, ObjectList } from '../../src/objects/objects';
import type { KnownJson, KnownObject } from '../../src/values/known';
import { IDENTITIES, unread as unreadList } from '../support/unknown';

/** An account with the policies `a` and `b`. */
export interface State {
  readonly rules?: readonly KnownObject[];
  readonly restrictions?: readonly Pick<Obj, 'values' | 'presence'>[];
  /** Kinds whose lists are not complete. */
  readonly unread?: readonly string[];
}

export function toFacts({ rules = [], restrictions = [], unread = [] }: State) {
  const list = (kind: string, objects: readonly Partial<Obj>[]): ObjectList => ({
    kind,
    objects: objects.map((each, index) => ({ kind, id: `${kind}_${index}`, values: {}, ...each })),
    ...(unread.includes(kind) && { incomplete: unreadList(kind) }),
  });
  const policies = ['a', 'b'].map((id) => ({ id }));
  const ofRules = rules.map((values) => ({ values }));
  return createFacts(
    [list('ip_policy_rule', ofRules), list('ip_policy', policies), list('ip_restriction', restrictions)],
    IDENTITIES,
  );
}

/** The values of a rule of the policy `a`, or another one. */
export const rule = (cidr: KnownJson, policy: KnownJson = 'a', action: KnownJson = 'allow'): KnownObject => ({
  ...{ cidr, action, ip_policy_id: policy },
});
/** A restriction of the API by the policy `a`, or others. */
export const api = (policies: KnownJson = ['a'], enforced: KnownJson = true) => ({
  values: { type: 'api' as KnownJson, enforced, ip_policy_ids: policies },
});
