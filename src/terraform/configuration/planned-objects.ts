/**
 * The objects before and after one plan, as access reviews read them without an apply, and why the plan does not say
 * everything that its apply would do. Pure.
 */
import { expandRuleSet, RULE_SET_TYPE } from '../../model/composites/rule-set';
import { KINDS } from '../../model/kinds';
import { isUnknown, type KnownJson, type KnownObject, Unknown } from '../../model/known';
import { parseKindName, resourceType } from '../../model/naming';
import { isInput } from '../../model/request';
import { ipRestriction } from '../../model/resources/ip-restriction';
import { MUST_ADMIT } from '../../model/variants/must-admit';
import type { ConfiguredModule, PlanJson, ProviderConfiguration, ResourceChange } from '../plan-json';
import { isNetingressSource } from '../provider-source';
import { formatAddress, stripInstanceKeys } from './address';
import { createWaitsFor } from './dependencies';
import { Reference, replaceUnknown } from './expressions';
import { isConfigured, readPlannedValues } from './planned-values';

/** An object with its arguments. An object that does not exist yet has its address as id, and so has each rule of a set. */
export interface PlannedObject {
  readonly kind: string;
  readonly id: string;
  readonly address: string;
  readonly values: KnownObject;
  /** The plan leaves the object as it is. */
  readonly isKept: boolean;
}

/** A restriction that the plan writes, or a rule set with `must_admit` that it writes or deletes. */
export interface PlannedGuard {
  readonly address: string;
  readonly of: 'restriction' | 'rule set';
  readonly isDeleted: boolean;
  /** The planned value, or the prior one of what is deleted; null if it is not set. */
  readonly mustAdmit: KnownJson;
  /** Addresses that Terraform surely creates or updates before. */
  readonly waitsFor: readonly string[];
}

export interface PlannedObjects {
  /** The objects that the plan has read, whether they change or not. */
  readonly before: readonly PlannedObject[];
  /** The same after the apply, and those that it creates. */
  readonly after: readonly PlannedObject[];
  /** Literal values of `account_object`: ids of objects of the account. */
  readonly accountObjects: readonly string[];
  /** Addresses whose object is deleted before its replacement is created. */
  readonly deletedFirst: readonly string[];
  /** What each rule set does with grants, by its address: `keep` or `refuse`. */
  readonly grantsOfSets: ReadonlyMap<string, KnownJson>;
  /** What `must_admit` makes the provider check before it writes. */
  readonly guards: readonly PlannedGuard[];
  /** Addresses whose object Terraform forgets: it stays in the account. */
  readonly forgotten: readonly string[];
  /** Why a review of the plan cannot be decided, as clauses. */
  readonly undecided: readonly string[];
}

/** Returns the managed resources of netingress, without data sources and ephemeral resources. */
export function listOwnChanges(changes: readonly ResourceChange[] = []): ResourceChange[] {
  return changes.filter(
    ({ mode, type }) => mode !== 'data' && mode !== 'ephemeral' && parseKindName(type) !== undefined,
  );
}

/** Reads a plan that `terraform show -json` printed. */
export function readPlan(plan: PlanJson): PlannedObjects {
  const changes = listOwnChanges(plan.resource_changes);
  const link = createLink(plan, changes);
  return {
    before: changes.flatMap(readBefore),
    after: changes.flatMap((change) => [...readKept(change), ...readAfter(plan, change, link)]),
    accountObjects: listProviders(plan).flatMap(([, { expressions }]) => {
      const literal = expressions?.['account_object']?.constant_value;
      return typeof literal === 'string' ? [literal] : [];
    }),
    deletedFirst: changes.filter(({ change }) => change.actions[0] === 'delete').map(({ address }) => address),
    grantsOfSets: new Map(
      changes.filter(({ type }) => type === RULE_SET_TYPE).map((change) => [change.address, readGrants(plan, change)]),
    ),
    guards: changes.flatMap((change) => readGuards(plan, change)),
    forgotten: changes.filter(({ change }) => change.actions.includes('forget')).map(({ address }) => address),
    undecided: listUndecided(plan),
  };
}

function readBefore({ address, type, change: { before } }: ResourceChange): PlannedObject[] {
  if (before === null) return [];
  return toObjects(type, address, readId(before) ?? address, before as KnownObject, true);
}

/** A replaced set is deleted and created. A restriction is checked also without `must_admit`. */
function readGuards(plan: PlanJson, planned: ResourceChange): PlannedGuard[] {
  const { address, type, change } = planned;
  const of = type === RULE_SET_TYPE ? 'rule set' : type === RESTRICTION ? 'restriction' : undefined;
  if (!of) return [];
  const isWritten = change.actions.some((action) => action === 'create' || action === 'update');
  const prior = (change.before?.[MUST_ADMIT] ?? null) as KnownJson;
  const isDeleted = of === 'rule set' && prior !== null && change.actions.includes('delete');
  const mustAdmit = isWritten ? (readPlannedValues(plan, planned)[MUST_ADMIT] ?? null) : null;
  const isBefore = createWaitsFor(plan, address, ['ip_policy_ids']);
  const waitsFor = (plan.resource_changes ?? []).map((each) => each.address).filter(isBefore);
  const guard = { address, of, waitsFor } as const;
  return [
    ...(isDeleted ? [{ ...guard, isDeleted, mustAdmit: prior }] : []),
    ...(isWritten && (of === 'restriction' || mustAdmit !== null) ? [{ ...guard, isDeleted: false, mustAdmit }] : []),
  ];
}

/** A replaced set is deleted by what it did before, and created by what it is to do. */
function readGrants(plan: PlanJson, planned: ResourceChange): KnownJson {
  const { before, after, actions } = planned.change;
  const prior = (before?.['grants'] ?? 'keep') as KnownJson;
  const next = after === null ? prior : (readPlannedValues(plan, planned)['grants'] ?? 'keep');
  const isReplaced = actions.includes('delete') && actions.includes('create');
  return isReplaced && next !== prior ? new Unknown(`grants of ${planned.address} changes with its replacement`) : next;
}

const RESTRICTION = resourceType(ipRestriction);

/** Terraform forgets an object without destroying it. */
function readKept(change: ResourceChange): PlannedObject[] {
  const { actions } = change.change;
  const isKept = actions.includes('forget') || (change.deposed !== undefined && !actions.includes('delete'));
  return isKept ? readBefore(change) : [];
}

type Link = (value: KnownJson) => KnownJson;

function readAfter(plan: PlanJson, planned: ResourceChange, link: Link): PlannedObject[] {
  const { address, type, change, deposed } = planned;
  if (change.after === null || deposed !== undefined) return [];
  const attributes = KINDS.find(({ name }) => name === parseKindName(type))?.attributes ?? {};
  const values = Object.entries(readPlannedValues(plan, planned)).map(([name, value]): [string, KnownJson] => {
    // Without an argument, the service uses the documented default for a new object.
    const isDefault = attributes[name]?.presence === 'optional-computed' && !isConfigured(plan, address, name);
    return [name, isUnknown(value) && isDefault && isCreated(planned) ? null : link(value)];
  });
  const isKept = change.actions.every((action) => action === 'no-op');
  return toObjects(type, address, plannedId(planned), Object.fromEntries(values), isKept);
}

function isCreated({ change }: ResourceChange): boolean {
  return change.actions.includes('create');
}

function plannedId(planned: ResourceChange): string {
  const existing = isCreated(planned) ? undefined : readId(planned.change.before ?? {});
  return existing ?? planned.address;
}

function readId({ id }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof id === 'string' ? id : undefined;
}

/** Only inputs: what the service computes changes with every update. */
function toObjects(type: string, address: string, id: string, values: KnownObject, isKept: boolean): PlannedObject[] {
  if (type === RULE_SET_TYPE) return expandRuleSet(address, values).map((rule) => ({ ...rule, address, isKept }));
  const kind = KINDS.find(({ name }) => name === parseKindName(type));
  if (!kind) return [];
  const inputs = Object.entries(kind.attributes)
    .filter(([, attribute]) => isInput(attribute))
    .map(([name]): [string, KnownJson] => [name, values[name] ?? null]);
  return [{ kind: kind.name, id, address, values: Object.fromEntries(inputs), isKept }];
}

/** A reference to the id of a planned object is the id that the object has here. */
function createLink(plan: PlanJson, changes: readonly ResourceChange[]): Link {
  const byAddress = new Map(
    changes
      .filter(({ deposed, change }) => deposed === undefined && change.after !== null)
      .map((change) => [change.address, change]),
  );
  const link = (value: KnownJson, depth: number): KnownJson =>
    replaceUnknown(value, (unknown) => {
      const { address, attribute } = unknown instanceof Reference ? unknown : {};
      const target = address && byAddress.get(formatAddress(address));
      if (!target || attribute === undefined || depth > MAX_DEPTH) return unknown;
      const isId = attribute === 'id';
      if (isId && target.type !== RULE_SET_TYPE) return plannedId(target);
      // The id of a rule set is the id of its policy.
      const found = readPlannedValues(plan, target)[isId ? 'ip_policy_id' : attribute];
      return found === undefined ? unknown : link(found, depth + 1);
    });
  return (value) => link(value, 0);
}

/** References may form a chain; a longer one is a cycle, which Terraform refuses. */
const MAX_DEPTH = 20;

function listUndecided(plan: PlanJson): string[] {
  const { format_version: format = '1', errored, deferred_changes: deferred = [] } = plan;
  const invocations = [...(plan.action_invocations ?? []), ...(plan.deferred_action_invocations ?? [])];
  const modules = listModules(plan.configuration?.root_module);
  return [
    ...(plan.configuration ? [] : ['the plan has no configuration']),
    ...(format.split('.')[0] === '1' ? [] : [`the plan has the format ${format}; expected format 1`]),
    ...(errored ? ['planning failed, so the plan does not contain all changes'] : []),
    ...describeIncomplete(plan),
    ...deferred.map(({ resource_change: change }) => `${change?.address ?? 'a change'} is deferred to a later plan`),
    ...invocations.map(({ address }) => `the apply invokes ${address ?? 'an action'}, whose effect is not in the plan`),
    ...modules.flatMap(findEphemeral),
    ...findProvisioners(plan).map(
      (configured) => `a provisioner of ${configured} runs, whose effect is not in the plan`,
    ),
    ...describeProviders(plan),
  ];
}

/** Returns a clause. */
export function describeIncomplete({ complete }: PlanJson): string[] {
  if (complete === true) return [];
  return complete === false
    ? ['the plan is not complete: it was made with -target, or changes are deferred']
    : ['the plan does not say whether it is complete, which Terraform 1.8 and newer do'];
}

export interface ModuleAt {
  /** Names of the calls from the root module. */
  readonly path: readonly string[];
  /** Address without instance keys; empty for the root module. */
  readonly prefix: string;
  readonly module: ConfiguredModule;
}

/** Returns a module with those that it calls, below each other. */
export function listModules(module: ConfiguredModule | undefined, path: readonly string[] = []): ModuleAt[] {
  if (!module) return [];
  const calls = Object.entries(module.module_calls ?? {});
  const prefix = path.map((name) => `module.${name}.`).join('');
  return [{ path, prefix, module }, ...calls.flatMap(([name, call]) => listModules(call.module, [...path, name]))];
}

/** An ephemeral resource is open while Terraform plans and applies. Plans of Terraform 1.11 do not contain it. */
function findEphemeral({ prefix, module }: ModuleAt): string[] {
  return (module.resources ?? [])
    .filter(({ mode, type }) => mode === 'ephemeral' && parseKindName(type) !== undefined)
    .map(({ type, name }) => `${prefix}ephemeral.${type}.${name} changes the account while Terraform runs`);
}

/** Returns the resources whose provisioners run, as configured: a provisioner runs when its object is created or destroyed. */
export function findProvisioners({ resource_changes: changes = [], configuration }: PlanJson): string[] {
  return listModules(configuration?.root_module)
    .flatMap(({ prefix, module }) =>
      (module.resources ?? [])
        .filter(({ provisioners = [] }) => provisioners.length > 0)
        .map(({ type, name }) => `${prefix}${type}.${name}`),
    )
    .filter((configured) =>
      changes.some(({ address, change: { actions } }) => {
        return stripInstanceKeys(address) === configured && (actions.includes('create') || actions.includes('delete'));
      }),
    );
}

function listProviders({ configuration }: PlanJson): [key: string, configuration: ProviderConfiguration][] {
  const resources = listModules(configuration?.root_module).flatMap(({ module }) => module.resources ?? []);
  const used = new Set(resources.map(({ provider_config_key: key }) => key));
  return Object.entries(configuration?.provider_config ?? {}).filter(
    ([key, { full_name: source = '', alias, expressions, module_address: module }]) => {
      // A module that only requires the provider uses the configuration of its caller.
      const isOwn = module === undefined || alias !== undefined || expressions !== undefined || used.has(key);
      return isNetingressSource(source) && isOwn;
    },
  );
}

/** Each may be for another account. */
function describeProviders(plan: PlanJson): string[] {
  const used = listProviders(plan);
  if (used.length < 2) return [];
  const names = used.map(([key]) => key).join(', ');
  return [`the plan has several provider configurations, which may be for several accounts: ${names}`];
}
