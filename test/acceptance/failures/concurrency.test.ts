/**
 * Row 16 of the matrix of docs/internals/terraform-protocol-rules.md, 5.4: many objects of a resource at once, applied with
 * parallelism 50. CI has 50 objects, which it also plans with parallelism 10; a plain run has 5.
 */

import type { Kind } from '../../../src/model/kind';
import { campaignSize, isFullCampaign } from '../../fuzz';
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
import { testRows } from '../../support/requirements';

let account: AttachedAccount;
afterEach(() => account?.close());

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

testRows(TESTED_PROFILES, { plain: 1 })(
  'profile $profile, row 16: of many objects of each type each is created, and each object of a kind exactly once',
  async ({ profile, kinds, subjects }) => {
    account = await openAttachedAccount({ profile, certificates: { seconds: 0 } });
    const { emulator, workspace } = account;
    const composites = subjects.filter(({ kind }) => !kind).map(({ type }) => type);
    const manyComposites = names.flatMap((name, n) => [compositeDependencies(name), compositeResources(n, name, name)]);
    // In parts: Terraform writes its whole state after each change, which takes long with 50 objects of each type.
    const parts = campaignSize(1, 4);
    for (let part = 0; part < parts; part++) {
      const some = kinds.filter((_, index) => index % parts === part);
      const group = merged(...some.map(manyOf), ...(part === 0 && composites.length > 0 ? manyComposites : []));
      await emulator.reset();
      await workspace.forget();
      await workspace.configure(group);
      await workspace.apply('-parallelism=50');
      if (isFullCampaign) expect(await workspace.changes('-parallelism=10')).toEqual({});
      const state = await workspace.allAttributes();
      const idsOf = (type: string): Set<unknown> =>
        new Set(Object.keys(group[type] ?? {}).map((name) => state.get(`${type}.${name}`)?.['id']));
      const created = emulator
        .requests()
        .filter(({ status }) => status === 201)
        .map(({ operation }) => operation);
      for (const kind of some) {
        const own = created.filter((operation) => operation === `${kind.name}.create`);
        expect([kind.name, own.length]).toEqual([kind.name, countObjects(kind, group)]);
        const ids = idsOf(`netingress_${kind.name}`);
        expect([ids.has(undefined), ids.size >= countOf(kind)]).toEqual([false, true]);
      }
      // At least as many: the dependencies of restrictions have sets of rules, too.
      for (const type of part === 0 ? composites : []) {
        const ids = idsOf(type);
        expect([type, ids.has(undefined), ids.size >= wanted]).toEqual([type, false, true]);
      }
    }
  },
);
