/**
 * Row 16 of the matrix of docs/internals/terraform-protocol-rules.md, 5.4: many objects of a resource at once, applied with
 * parallelism 50 and planned with 10. CI has 50 objects, a plain run 5.
 */

import type { Emulator } from '../../../src/emulator';
import type { Kind } from '../../../src/model/kind';
import { campaignSize } from '../../fuzz';
import {
  type AllKinds,
  compositeDependencies,
  compositeResources,
  countObjects,
  merged,
  TESTED_PROFILES,
} from '../../support/acceptance/all-kinds';
import { type AttachedAccount, openAttachedAccount } from '../../support/acceptance/provider-in-process';
import { capacity, dependencies, minimalConfig } from '../../support/acceptance/samples';
import type { PlannedActions, Workspace } from '../../support/acceptance/workspace';
import { describeRows } from '../../support/requirements';

const wanted = campaignSize(5, 50);
const names = Array.from({ length: wanted }, (_, n) => `object${n}`);

/** The number of objects of a kind: `wanted`, or fewer if the service admits fewer, as of restrictions: one for each type. */
function countOf(kind: Kind): number {
  return Math.min(wanted, capacity(kind));
}

function manyOf(kind: Kind): AllKinds {
  const objects = names.slice(0, countOf(kind)).map((name, object) => [name, minimalConfig(kind, { object })]);
  return merged(dependencies(kind), { [`netingress_${kind.name}`]: Object.fromEntries(objects) });
}

describeRows(TESTED_PROFILES, { plain: 1 })('profile $profile', ({ profile, kinds, subjects, eachSubject }) => {
  const composites = subjects.filter(({ kind }) => !kind);
  let account: AttachedAccount;
  let emulator: Emulator;
  let workspace: Workspace;

  /**
   * Terraform writes its whole state after each change, so a configuration of 50 objects of each type would mostly measure
   * that: a few types at a time are many enough.
   */
  const parts = campaignSize(1, 4);
  const groups: AllKinds[] = [
    ...Array.from({ length: parts }, (_, n) => merged(...kinds.filter((_, index) => index % parts === n).map(manyOf))),
    ...(composites.length > 0
      ? [merged(...names.flatMap((name, n) => [compositeDependencies(name), compositeResources(n, name, name)]))]
      : []),
  ];

  /** Ids in the state and objects at the service, by type, after each has been applied. */
  const ids = new Map<string, Set<unknown>>();
  const counts = new Map<string, { readonly existing: number; readonly declared: number }>();
  const planned: PlannedActions[] = [];

  beforeAll(async () => {
    account = await openAttachedAccount({ profile, certificates: { seconds: 0 } });
    ({ emulator, workspace } = account);
    for (const group of groups) {
      await emulator.reset();
      await workspace.forget();
      await workspace.configure(group);
      await workspace.apply('-parallelism=50');
      planned.push(await workspace.changes('-parallelism=10'));
      const state = await workspace.allAttributes();
      for (const { type, kind } of subjects.filter((each) => names.some((name) => group[each.type]?.[name]))) {
        ids.set(type, new Set(Object.keys(group[type] ?? {}).map((name) => state.get(`${type}.${name}`)?.['id'])));
        if (kind)
          counts.set(type, { existing: emulator.objects(kind.name).length, declared: countObjects(kind, group) });
      }
    }
  });
  afterAll(() => account?.close());

  test.each(eachSubject)(
    '%s row 16: each of many is created, each object of a kind exactly once, and nothing is planned then',
    (type, { kind }) => {
      const found = ids.get(type) ?? new Set();
      expect(found.has(undefined)).toBe(false);
      expect(found.size).toBeGreaterThanOrEqual(kind ? countOf(kind) : wanted);
      // A composite has no object of its own to count.
      if (kind) {
        const { existing, declared } = counts.get(type) ?? { existing: 0 };
        expect(existing).toBe(declared);
      }
      expect(planned).toEqual(groups.map(() => ({})));
    },
  );
});
