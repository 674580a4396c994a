/** The access review of one plan, without an apply: the planned changes are applied to the copied objects. Pure. */
import type { Snapshot, SnapshotObject } from '../emulator';
import { stripInstanceKeys } from '../model/inventory';
import { canonicalCidr } from '../model/ip/cidr';
import { isJsonObject, type Json, type JsonObject } from '../model/json';
import type { Attribute, Kind } from '../model/kind';
import { KINDS } from '../model/kinds';
import { isInput } from '../model/request';
import type { ConfiguredModule, PlanJson, ResourceChange } from '../terraform/plan-json';
import { ruleSetKey } from './stacks/stack-state';

export interface PlannedAccount {
  readonly after: Snapshot;
  /** Addresses by id of object, as in the states of a stack. */
  readonly addresses: ReadonlyMap<string, string>;
  /** Values that are known after the apply only, as sentences. */
  readonly unknown: readonly string[];
}

type Tables = Map<string, Map<string, SnapshotObject>>;

interface PlanContext {
  readonly plan: PlanJson;
  readonly tables: Tables;
  readonly addresses: Map<string, string>;
  readonly unknown: string[];
}

const RULE_SET = 'netingress_ip_policy_rules';

export function applyPlan(before: Snapshot, plan: PlanJson): PlannedAccount {
  const [[name, account] = ['default', undefined]] = Object.entries(before.accounts);
  if (!account) throw new Error('The snapshot has no account');
  const tables: Tables = new Map(
    KINDS.map((kind) => [
      kind.name,
      new Map((account.objects[kind.name] ?? []).map((object) => [object.id, object] as const)),
    ]),
  );
  const context: PlanContext = { plan, tables, addresses: new Map(), unknown: [] };
  const changes = (plan.resource_changes ?? []).filter(({ mode }) => mode !== 'data');
  // Objects are deleted first, so that a replacement is not deleted.
  for (const change of changes) destroyPlanned(context, change);
  for (const change of changes) writePlanned(context, change);
  const objects = Object.fromEntries([...tables].map(([kind, table]) => [kind, [...table.values()]]));
  return {
    after: { ...before, accounts: { [name]: { ...account, objects } } },
    addresses: context.addresses,
    unknown: context.unknown,
  };
}

function destroyPlanned({ tables, addresses }: PlanContext, { type, address, change }: ResourceChange): void {
  const id = change.before?.['id'];
  const kind = findKind(type);
  if (kind && typeof id === 'string') addresses.set(id, address);
  if (!change.actions.includes('delete')) return;
  if (type === RULE_SET) removeRulesOfSet(tables, change.before ?? {});
  if (!kind || typeof id !== 'string') return;
  tables.get(kind.name)?.delete(id);
  if (kind.name === 'ip_policy') removeRules(tables, id);
}

function writePlanned(context: PlanContext, planned: ResourceChange): void {
  const { type, address, change } = planned;
  if (!change.after || !change.actions.some((action) => action === 'create' || action === 'update')) return;
  if (type === RULE_SET) writeRuleSet(context, planned);
  const kind = findKind(type);
  if (!kind) return;
  const isNew = change.actions.includes('create');
  const id = isNew ? plannedId(address) : String(change.before?.['id']);
  context.addresses.set(id, address);
  const table = context.tables.get(kind.name);
  const existing = isNew ? undefined : table?.get(id);
  const values = readValues(context, kind, planned);
  const time = new Date(0).toISOString();
  table?.set(id, { id, created_at: time, updated_at: time, service: {}, ...existing, values });
}

/** Objects that do not exist yet are named by their address. */
function plannedId(address: string): string {
  return `planned ${address}`;
}

function readValues(context: PlanContext, kind: Kind, planned: ResourceChange): JsonObject {
  const { after, after_unknown: unknown } = planned.change;
  const inputs = Object.entries(kind.attributes).filter(([, attribute]) => isInput(attribute));
  const values = inputs.map(([name, attribute]): [string, Json] => [
    name,
    containsTrue(unknown[name]) ? readUnknown(context, planned, name, attribute) : ((after?.[name] ?? null) as Json),
  ]);
  return Object.fromEntries(values.filter(([, value]) => value !== null));
}

function readUnknown(context: PlanContext, planned: ResourceChange, name: string, attribute: Attribute): Json {
  if (attribute.presence === 'optional-computed') return null;
  const isReference = 'ref' in attribute && attribute.ref !== undefined;
  const ids = isReference ? resolveReferences(context, planned, name) : undefined;
  const before = planned.change.before?.[name];
  // An id that no reference gives was removed, or is a literal, which a plan does not show beside unknown elements.
  const isAmbiguous = Array.isArray(before) && before.some((id) => !ids?.includes(String(id)));
  if (ids && !isAmbiguous) return attribute.type === 'set' ? ids : (ids[0] ?? null);
  context.unknown.push(`${planned.address}: ${name} is known after the apply only.`);
  return null;
}

/** Returns the ids of the objects that an argument refers to; undefined if one of them cannot be found. */
function resolveReferences({ plan }: PlanContext, { address }: ResourceChange, name: string): string[] | undefined {
  const prefix = /^(?:module\.[^.]+\.)*/.exec(address)?.[0] ?? '';
  const local = stripInstanceKeys(address.slice(prefix.length));
  const modules = [...prefix.matchAll(/module\.([^.[]+)/g)].map(([, module = '']) => module);
  const module = modules.reduce<ConfiguredModule | undefined>(
    (parent, key) => parent?.module_calls?.[key]?.module,
    plan.configuration?.root_module,
  );
  const references = module?.resources?.find((resource) => resource.address === local)?.expressions?.[name]?.references;
  const all = references ?? [];
  const targets = [...new Set(all.filter((reference) => /^netingress_\w+\.[\w-]+$/.test(reference)))];
  // The value of a variable or a local may be any id.
  if (all.some((reference) => !targets.some((target) => reference === target || reference.startsWith(`${target}.`)))) {
    return undefined;
  }
  const ids = targets.map((target) => findId(plan, `${prefix}${target}`));
  return ids.length > 0 && ids.every((id) => id !== undefined) ? (ids as string[]) : undefined;
}

/** With `count` or `for_each` the instance is not known. */
function findId({ resource_changes: changes = [] }: PlanJson, address: string): string | undefined {
  const found = changes.find((change) => change.address === address);
  if (!found) return undefined;
  const id = found.change.actions.includes('create') ? undefined : found.change.before?.['id'];
  return typeof id === 'string' ? id : plannedId(address);
}

function writeRuleSet(context: PlanContext, planned: ResourceChange): void {
  const { after, after_unknown: unknown, before } = planned.change;
  const known = containsTrue(unknown['ip_policy_id'])
    ? resolveReferences(context, planned, 'ip_policy_id')?.[0]
    : after?.['ip_policy_id'];
  const rules = after?.['rules'];
  if (typeof known !== 'string' || !isJsonObject(rules as Json) || containsUnknownRule(unknown['rules'])) {
    context.unknown.push(`${planned.address}: its rules are known after the apply only.`);
    return;
  }
  if (before) removeRulesOfSet(context.tables, before);
  context.addresses.set(ruleSetKey(known), planned.address);
  const table = context.tables.get('ip_policy_rule');
  const time = new Date(0).toISOString();
  for (const [network, rule] of Object.entries(rules as JsonObject)) {
    if (!isJsonObject(rule)) continue;
    const cidr = canonicalCidr(network);
    const id = plannedId(`${planned.address} ${cidr}`);
    const { action = null, description = null } = rule;
    const values: JsonObject = {
      cidr,
      ip_policy_id: known,
      action,
      ...(description !== null && { description }),
    };
    table?.set(id, { id, created_at: time, updated_at: time, values, service: {} });
  }
}

/** Ids of rules are always unknown; networks and actions matter. */
function containsUnknownRule(unknown: unknown): boolean {
  if (unknown === true) return true;
  if (typeof unknown !== 'object' || unknown === null) return false;
  return Object.values(unknown).some(
    (rule) => rule === true || (typeof rule === 'object' && rule !== null && 'action' in rule && rule.action === true),
  );
}

type PlannedValues = NonNullable<ResourceChange['change']['before']>;

/** Removes the rules that the state of the set contains. The set keeps others: the rules of live grants. */
function removeRulesOfSet(tables: Tables, { ip_policy_id: policyId, rules }: PlannedValues): void {
  const networks = new Set(Object.keys(isJsonObject(rules as Json) ? (rules as JsonObject) : {}).map(canonicalCidr));
  removeRules(tables, String(policyId), (cidr) => networks.has(canonicalCidr(cidr)));
}

function removeRules(tables: Tables, policyId: string, matches: (cidr: string) => boolean = () => true): void {
  const rules = tables.get('ip_policy_rule');
  for (const [id, { values }] of rules ?? [])
    if (values['ip_policy_id'] === policyId && matches(String(values['cidr']))) rules?.delete(id);
}

function findKind(type: string): Kind | undefined {
  return KINDS.find(({ name }) => type === `netingress_${name}`);
}

function containsTrue(value: unknown): boolean {
  return value === true || (typeof value === 'object' && value !== null && Object.values(value).some(containsTrue));
}
