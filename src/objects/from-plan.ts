/** The objects before and after one plan, without an apply. */

import { RULE_SET_TYPE } from '../model/composites/rule-set';
import { KINDS } from '../model/kinds';
import { memoizeObject } from '../model/memoize';
import { parseKindName, resourceType } from '../model/naming';
import { isInput } from '../model/request';
import { ipRestriction } from '../model/resources/ip-restriction';
import { MUST_ADMIT } from '../model/variants/must-admit';
import { listAwaited } from '../terraform/configuration/dependencies';
import type { Link } from '../terraform/configuration/evaluate';
import { Reference, replaceUnknown } from '../terraform/configuration/expressions';
import { listOwnChanges, listProviders, listUndecided } from '../terraform/configuration/plan-gaps';
import { isConfigured, readPlannedValues } from '../terraform/configuration/planned-values';
import { listPlannedWrites, type PlannedWrite } from '../terraform/configuration/planned-writes';
import type { PlanAction, PlanJson, ResourceChange } from '../terraform/plan-json';
import type { Cause } from '../values/cause';
import { isUnknown, type KnownJson, type KnownObject, Unknown } from '../values/known';
import { createPlanAccountFinder } from './accounts';
import { createLink, type LinkTarget } from './link';
import { deletesFirst, type Placed, toSingleRules } from './objects';

/** A restriction that the plan writes, or a rule set with `must_admit` that it writes or deletes. */
export interface PlannedGuard {
  readonly address: string;
  readonly of: 'restriction' | 'rule set';
  readonly isDeleted: boolean;
  /** The planned value, or the prior one of what is deleted; null if it is not set. */
  readonly mustAdmit: KnownJson;
  /**
   * Addresses that Terraform surely creates or updates before it creates or updates this one; not before a deletion.
   */
  readonly waitsFor: readonly string[];
}

export interface PlannedObjects {
  /**
   * The objects of netingress in the plan's changes before the apply, also unchanged and deposed ones. Rule sets are
   * their rules.
   */
  readonly before: readonly Placed[];
  /**
   * The objects of netingress that remain after the apply, with their planned values, and those that it creates. Also
   * what stays in the account though the state loses it: forgotten objects.
   */
  readonly after: readonly Placed[];
  /** Literal values of `account_object`: ids of objects of the account. */
  readonly accountObjects: readonly string[];
  /**
   * Addresses of netingress whose object is only deleted, or deleted before its replacement is created. An address of
   * which a deposed object is deleted is one, too, also if its current object is replaced in the other order. `writes`
   * has the actions of the current object.
   */
  readonly deletedFirst: readonly string[];
  /** By the address of the rule set: `keep`, `refuse` or unknown. */
  readonly grantsOfSets: ReadonlyMap<string, KnownJson>;
  /** What the provider checks before it writes: `must_admit`, and of a restriction whether it admits any address. */
  readonly guards: readonly PlannedGuard[];
  /** Addresses of netingress whose object Terraform forgets: it stays in the account. */
  readonly forgotten: readonly string[];
  /**
   * What the apply may write or read, and resources that do not change: {@link PlannedWrite}. Resources of every
   * provider, but no deposed objects.
   */
  readonly writes: readonly PlannedWrite[];
  /** Why a review of the plan cannot be decided. */
  readonly undecided: readonly Cause[];
}

/** The result is stored for the plan. */
export const fromPlan = memoizeObject((plan: PlanJson): PlannedObjects => {
  const changes = listOwnChanges(plan.resource_changes);
  const { readBefore, readAfter } = createReader(plan, changes);
  return {
    before: changes.flatMap((change) => readBefore(change)),
    after: changes.flatMap((change) => [...readKept(change, readBefore), ...readAfter(change)]),
    accountObjects: listProviders(plan).flatMap(([, { expressions }]) => {
      const literal = expressions?.['account_object']?.constant_value;
      return typeof literal === 'string' ? [literal] : [];
    }),
    deletedFirst: changes.filter(({ change }) => deletesFirst(change.actions)).map(({ address }) => address),
    grantsOfSets: new Map(
      changes.filter(({ type }) => type === RULE_SET_TYPE).map((change) => [change.address, readGrants(plan, change)]),
    ),
    guards: changes.flatMap((change) => readGuards(plan, change)),
    forgotten: changes.filter(({ change }) => change.actions.includes('forget')).map(({ address }) => address),
    writes: listPlannedWrites(plan),
    undecided: listUndecided(plan),
  };
});

/**
 * A replaced rule set may have two: one for its deletion, if the prior set has `must_admit`, and one for its creation,
 * if the planned one has it. A restriction that is written has one also without `must_admit`.
 */
function readGuards(plan: PlanJson, planned: ResourceChange): PlannedGuard[] {
  const { address, type, change } = planned;
  const of = type === RULE_SET_TYPE ? 'rule set' : type === RESTRICTION ? 'restriction' : undefined;
  if (!of) return [];
  const isWritten = change.actions.some((action) => action === 'create' || action === 'update');
  const prior = (change.before?.[MUST_ADMIT] ?? null) as KnownJson;
  const isDeleted = of === 'rule set' && prior !== null && change.actions.includes('delete');
  const mustAdmit = isWritten ? (readPlannedValues(plan, planned)[MUST_ADMIT] ?? null) : null;
  const isGuarded = isWritten && (of === 'restriction' || mustAdmit !== null);
  if (!isDeleted && !isGuarded) return [];
  const guard = { address, of, waitsFor: listAwaited(plan, address, ['ip_policy_ids']) } as const;
  return [
    ...(isDeleted ? [{ ...guard, isDeleted, mustAdmit: prior }] : []),
    ...(isGuarded ? [{ ...guard, isDeleted: false, mustAdmit }] : []),
  ];
}

/** The delete of a replaced set uses the prior value, and the create the planned one: unknown if the two differ. */
function readGrants(plan: PlanJson, planned: ResourceChange): KnownJson {
  const { before, after, actions } = planned.change;
  const prior = (before?.['grants'] ?? 'keep') as KnownJson;
  const next = after === null ? prior : (readPlannedValues(plan, planned)['grants'] ?? 'keep');
  const isReplaced = actions.includes('delete') && actions.includes('create');
  return isReplaced && next !== prior
    ? new Unknown({ kind: 'replaced', address: planned.address, attribute: 'grants' })
    : next;
}

const RESTRICTION = resourceType(ipRestriction);

type ReadBefore = (planned: ResourceChange, actions?: readonly PlanAction[]) => Placed[];

/** An object that the apply leaves as it is: one that Terraform forgets, or a deposed one that it does not delete. */
function readKept(planned: ResourceChange, readBefore: ReadBefore): Placed[] {
  const { deposed, change } = planned;
  if (change.actions.includes('forget')) return readBefore(planned, ['forget']);
  return deposed !== undefined && !change.actions.includes('delete') ? readBefore(planned, ['no-op']) : [];
}

/**
 * An object has only the inputs of its kind, because what the service computes may change with an update. A rule set
 * has all its values, of which its rules take theirs.
 */
function createReader(plan: PlanJson, changes: readonly ResourceChange[]) {
  const link = linkPlan(plan, changes);
  const findAccount = createPlanAccountFinder(plan);
  const toObjects = (
    { address, type, change: { actions } }: ResourceChange,
    id: string | undefined,
    values: KnownObject,
    change = actions,
  ): Placed[] => {
    const name = parseKindName(type) ?? '';
    const kind = KINDS.find((each) => each.name === name);
    if (!kind && type !== RULE_SET_TYPE) return [];
    const inputs = Object.entries(kind?.attributes ?? {})
      .filter(([, attribute]) => isInput(attribute))
      .map(([input]): [string, KnownJson] => [input, values[input] ?? null]);
    return toSingleRules({
      kind: name,
      id: id ?? address,
      ...(id === undefined && { isNew: true }),
      values: kind ? Object.fromEntries(inputs) : values,
      place: { address, account: findAccount(address) },
      change,
    });
  };
  const readBefore: ReadBefore = (planned, actions) => {
    const { before } = planned.change;
    return before === null ? [] : toObjects(planned, readId(before), before as KnownObject, actions);
  };
  const readAfter = (planned: ResourceChange): Placed[] => {
    const { address, type, change, deposed } = planned;
    if (change.after === null || deposed !== undefined) return [];
    const attributes = KINDS.find(({ name }) => name === parseKindName(type))?.attributes ?? {};
    const values = Object.entries(readPlannedValues(plan, planned)).map(([name, value]): [string, KnownJson] => {
      // Without an argument, the service uses the documented default for a new object.
      const isDefault = attributes[name]?.presence === 'optional-computed' && !isConfigured(plan, address, name);
      return [name, isUnknown(value) && isDefault && isCreated(planned) ? null : link(value)];
    });
    return toObjects(planned, findId(planned), Object.fromEntries(values));
  };
  return { readBefore, readAfter };
}

function isCreated({ change }: ResourceChange): boolean {
  return change.actions.includes('create');
}

function findId(planned: ResourceChange): string | undefined {
  return isCreated(planned) ? undefined : readId(planned.change.before ?? {});
}

function readId({ id }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof id === 'string' ? id : undefined;
}

/** A reference to `id` becomes the id that the object has here, for a new one its address; others the planned value. */
function linkPlan(plan: PlanJson, changes: readonly ResourceChange[]): (value: KnownJson) => KnownJson {
  const byAddress = new Map(
    changes
      .filter(({ deposed, change }) => deposed === undefined && change.after !== null)
      .map((change) => [change.address, change]),
  );
  const replace = (value: KnownJson, link: Link): KnownJson =>
    replaceUnknown(value, (unknown) => (unknown instanceof Reference ? link(unknown) : unknown));
  const link = createLink((_, address): LinkTarget | undefined => {
    const target = byAddress.get(address);
    return (
      target && {
        id: target.type === RULE_SET_TYPE ? { attribute: 'ip_policy_id' } : { value: findId(target) ?? address },
        read: (name, next) => replace(readPlannedValues(plan, target)[name] ?? null, next),
      }
    );
  });
  return (value) => replace(value, link);
}
