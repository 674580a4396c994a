/**
 * The objects that synthesized stacks declare, as access and other reviews read them before any apply. An object has its
 * id if the configuration says it, and else `<stack>: <address>`; references to it have the same id. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import { expandRuleSet, RULE_SET_TYPE } from '../../model/composites/rule-set';
import type { Json, JsonObject } from '../../model/json';
import { KINDS } from '../../model/kinds';
import { isUnknown, type KnownJson, type KnownObject, Unknown } from '../../model/known';
import { parseKindName } from '../../model/naming';
import { normalizeBaseUrl } from '../../model/net/base-url';
import { isInput } from '../../model/request';
import { formatAddress } from './address';
import type { Resource, SynthesizedStack } from './configuration';
import { resolvePolicy } from './policy-value';
import {
  type ConfiguredInstance,
  expandInstances,
  followSteps,
  type Link,
  listImports,
  toUnknownInstance,
} from './resolve';

/** An object with its arguments. Members without an argument are missing. */
export interface DeclaredObject {
  readonly kind: string;
  readonly id: string;
  readonly values: KnownObject;
}

/** The objects of one kind, with the names of the model. */
export interface DeclaredList {
  readonly kind: string;
  readonly objects: readonly DeclaredObject[];
  /** Why the configuration may declare others. */
  readonly incomplete?: Unknown;
}

export interface DeclaredObjects {
  /** One list for each kind of the model. */
  readonly lists: readonly DeclaredList[];
  /** Why the objects may belong to several accounts, as sentences. */
  readonly undecided: readonly string[];
}

interface Declared {
  readonly resource: Resource;
  readonly instance: ConfiguredInstance;
  readonly id: string;
  /** Why it is not known how many instances there are. */
  readonly repeated?: Unknown;
}

/**
 * Lists what the stacks declare. A resource with an unknown `count` or `for_each` is one object, whose id ends in `[*]`: it
 * represents any number of objects, also none, so only the object to which they belong is known of it.
 */
export function listDeclaredObjects(stacks: readonly SynthesizedStack[]): DeclaredObjects {
  const declared = stacks.flatMap((stack) => declareStack(stacks, stack));
  const link = createLink(stacks, declared);
  const objects = declared.flatMap((each) => toObjects(each, link));
  const modules = stacks.flatMap(({ name, modules: called }) =>
    called.map((module) => `module.${module} of the stack ${name}`),
  );
  const incomplete =
    modules.length > 0 ? new Unknown(`the resources of ${modules.join(', ')} are not read`) : undefined;
  return {
    lists: KINDS.map(({ name: kind }) => ({
      kind,
      objects: objects.filter((object) => object.kind === kind),
      ...(incomplete && { incomplete }),
    })),
    undecided: findSeveralAccounts(stacks),
  };
}

function declareStack(stacks: readonly SynthesizedStack[], stack: SynthesizedStack): Declared[] {
  const imported = new Map(
    listImports(stacks, stack).flatMap(({ to, id }): [string, string][] =>
      isUnknown(id) ? [] : [[formatAddress(to), id]],
    ),
  );
  return stack.resources
    .filter(({ type }) => parseKindName(type) !== undefined)
    .flatMap((resource): Declared[] => {
      const instances = expandInstances(stacks, resource);
      const idOf = ({ address }: ConfiguredInstance): string => imported.get(address) ?? `${stack.name}: ${address}`;
      if (!isUnknown(instances)) return instances.map((instance) => ({ resource, instance, id: idOf(instance) }));
      const instance = toUnknownInstance(stacks, resource);
      return [{ resource, instance, id: idOf(instance), repeated: instances }];
    });
}

/** What references read. */
interface Target {
  readonly instance: ConfiguredInstance;
  readonly values: JsonObject;
  /** The value of the attribute `id`, or the argument that has it. */
  readonly id: { readonly value: string } | { readonly argument: string };
}

/** References may form a chain; a longer one is a cycle, which Terraform refuses. */
const MAX_DEPTH = 20;

/** Returns a function that replaces references: by the id of the object, or by the argument that they read. */
function createLink(stacks: readonly SynthesizedStack[], declared: readonly Declared[]): Link {
  const targets = new Map([
    ...stacks.flatMap((stack) => stack.dataSources.map((source) => toDataTarget(stacks, source))),
    ...declared.map(toTarget),
  ]);
  const linkAt =
    (depth: number): Link =>
    (reference) => {
      const target = targets.get(keyOf(reference.stack ?? '', formatAddress(reference.address)));
      const [first, ...steps] = reference.path;
      const isId = reference.attribute === 'id';
      if (!target || !first || !('name' in first) || depth > MAX_DEPTH) return reference;
      if (isId && 'value' in target.id) return target.id.value;
      const name = isId && 'argument' in target.id ? target.id.argument : first.name;
      const argument = target.values[name] ?? null;
      if (argument === null) return reference;
      return followSteps(target.instance.evaluate(name, argument, linkAt(depth + 1)), steps);
    };
  return linkAt(0);
}

/** The id of a rule set is the id of its policy. */
function toTarget({ resource, instance, id }: Declared): [string, Target] {
  const isRuleSet = resource.type === RULE_SET_TYPE;
  return [
    keyOf(resource.stack, instance.address),
    { instance, values: resource.values, id: isRuleSet ? { argument: 'ip_policy_id' } : { value: id } },
  ];
}

/** A data source returns the id by which it looks the object up; what else it returns is read from the account. */
function toDataTarget(stacks: readonly SynthesizedStack[], source: Resource): [string, Target] {
  const { id = null } = source.repetition ? {} : source.values;
  return [
    keyOf(source.stack, source.address),
    { instance: toUnknownInstance(stacks, source), values: { id }, id: { argument: 'id' } },
  ];
}

function keyOf(stack: string, address: string): string {
  return JSON.stringify([stack, address]);
}

function toObjects({ resource, instance, id, repeated }: Declared, link: Link): DeclaredObject[] {
  const kind = parseKindName(resource.type) ?? '';
  const values: KnownObject = Object.fromEntries(
    Object.entries(resource.values).map(([name, value = null]): [string, KnownJson] => {
      const evaluate = (part: Json): KnownJson => instance.evaluate(name, part, link);
      const isPolicy = name === 'traffic_policy' && typeof value === 'string';
      return [name, isPolicy ? resolvePolicy(value, evaluate) : evaluate(value)];
    }),
  );
  const objects = resource.type === RULE_SET_TYPE ? expandRuleSet(id, values) : [{ kind, id, values }];
  return repeated ? objects.map((object) => withUnknownArguments(object, repeated)) : objects;
}

/** Objects of which it is not known whether they exist. Only the object that they belong to is known. */
function withUnknownArguments({ kind, id, values }: DeclaredObject, why: Unknown): DeclaredObject {
  const attributes = KINDS.find(({ name }) => name === kind)?.attributes ?? {};
  const inputs = Object.entries(attributes).filter(([, attribute]) => isInput(attribute));
  const entries = inputs.map(([name, attribute]): [string, KnownJson] => {
    const owner = 'ref' in attribute && attribute.ref?.onDelete === 'cascade' ? values[name] : undefined;
    return [name, owner ?? why];
  });
  return { kind, id, values: Object.fromEntries(entries) };
}

/** Objects of two accounts may only be compared by a reader that knows both. */
function findSeveralAccounts(stacks: readonly SynthesizedStack[]): string[] {
  const aliased = stacks.flatMap(({ name, resources }) =>
    resources
      .filter(({ type, provider }) => parseKindName(type) !== undefined && provider?.includes('.'))
      .map(({ address, provider }) => `${address} of the stack ${name} uses the provider configuration ${provider}.`),
  );
  const settings = stacks.flatMap(({ providers }) => providers.map(accountSettings));
  const differ = settings.some((each) => !isDeepStrictEqual(each, settings[0]));
  return [
    ...aliased,
    ...(differ
      ? [
          'The provider configurations of netingress differ in base_url or api_key, so they may be for several accounts.',
        ]
      : []),
  ];
}

function accountSettings({ base_url: url = null, api_key: key = null }: JsonObject): JsonObject {
  return { url: typeof url === 'string' && URL.canParse(url) ? normalizeBaseUrl(url) : url, key };
}
