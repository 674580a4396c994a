/**
 * An object has the id of its `import` block. Its id is `<stack>: <address>` without a block, if the block has
 * `identity` or `for_each`, or if only Terraform knows the id in the block.
 */
import { COMPOSITES, tryFindComposite } from '../model/composites';
import { RULE_SET_TYPE } from '../model/composites/rule-set';
import { KINDS, tryFindKind } from '../model/kinds';
import { parseKindName } from '../model/naming';
import { isInput } from '../model/request';
import type { Resource, SynthesizedStack } from '../terraform/configuration/configuration';
import type { Link } from '../terraform/configuration/evaluate';
import { identitiesOf } from '../terraform/configuration/expressions';
import {
  type ConfiguredInstance,
  expandInstances,
  listImports,
  toUnknownInstance,
} from '../terraform/configuration/instances';
import { resolvePolicy } from '../terraform/configuration/policy-value';
import { formatAddress } from '../values/address';
import type { Cause } from '../values/cause';
import type { Json } from '../values/json';
import { isUnknown, type KnownJson, type KnownObject, Unknown } from '../values/known';
import { createAccountFinder, findSeveralAccounts, parseAlias } from './accounts';
import { createLink, type LinkTarget } from './link';
import { formatPlace, type ObjectList, type Placed } from './objects';

export interface ConfiguredObjects {
  /** One list for each kind, and for each composite but rotations. */
  readonly lists: readonly ObjectList[];
  readonly undecided: readonly Cause[];
}

interface Declared {
  readonly resource: Resource;
  readonly instance: ConfiguredInstance;
  readonly id: string;
  readonly isNew: boolean;
  /** Why it is not known how many instances there are. */
  readonly repeated?: Unknown;
}

/**
 * A resource with an unknown `count` or `for_each` is one object, whose id ends in `[*]`. It represents any number of
 * objects, also none. All its arguments are unknown, except the owner: the policy of a rule.
 */
export function fromStacks(stacks: readonly SynthesizedStack[]): ConfiguredObjects {
  const declared = stacks.flatMap((stack) => declareStack(stacks, stack));
  const link = linkStacks(stacks, declared);
  const toPlaced = createPlacer(stacks);
  const objects = declared.map((each) => toPlaced(each, evaluate(each, stacks, link)));
  const modules = stacks.flatMap(({ name: stack, modules: called }) => called.map((module) => ({ module, stack })));
  const incomplete = modules.length > 0 ? new Unknown({ kind: 'modules', modules }) : undefined;
  return {
    lists: [...KINDS, ...COMPOSITES].map(({ name: kind }) => ({
      kind,
      objects: objects.filter((object) => object.kind === kind),
      ...(incomplete && { incomplete }),
    })),
    undecided: findSeveralAccounts(stacks),
  };
}

export interface UnlinkedObjects {
  readonly objects: readonly Placed[];
  /** Resources whose `count` or `for_each` only Terraform can evaluate; their objects are missing. */
  readonly notEvaluated: readonly Resource[];
}

/** Rule sets and references stay as they are configured. */
export function listConfigured(stacks: readonly SynthesizedStack[]): UnlinkedObjects {
  const declared = stacks.flatMap((stack) => declareStack(stacks, stack));
  const toPlaced = createPlacer(stacks);
  return {
    objects: declared.filter(({ repeated }) => !repeated).map((each) => toPlaced(each, each.instance.values)),
    notEvaluated: declared.flatMap(({ repeated, resource }) => (repeated ? [resource] : [])),
  };
}

function createPlacer(stacks: readonly SynthesizedStack[]): (declared: Declared, values: KnownObject) => Placed {
  const findAccount = createAccountFinder(stacks);
  return ({ resource, instance, id, isNew }, values) => {
    const { stack, path, type, provider } = resource;
    const account = findAccount(stack, parseAlias(provider));
    return {
      kind: parseKindName(type) ?? '',
      id,
      ...(isNew && { isNew }),
      values,
      place: { stack, address: instance.address, ...(path !== undefined && { path }), account },
    };
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
      const declare = (instance: ConfiguredInstance): Declared => {
        const id = imported.get(instance.address);
        return {
          resource,
          instance,
          id: id ?? formatPlace({ stack: stack.name, address: instance.address }),
          isNew: id === undefined,
        };
      };
      if (!isUnknown(instances)) return instances.map(declare);
      return [{ ...declare(toUnknownInstance(stacks, resource)), repeated: instances }];
    });
}

function linkStacks(stacks: readonly SynthesizedStack[], declared: readonly Declared[]): Link {
  const targets = new Map([
    ...stacks.flatMap((stack) => stack.dataSources.map((source) => toDataTarget(stacks, source))),
    ...declared.map(toTarget),
  ]);
  return createLink((stack, address) => targets.get(formatPlace({ stack, address })));
}

function toTarget({ resource, instance, id }: Declared): [string, LinkTarget] {
  const isRuleSet = resource.type === RULE_SET_TYPE;
  return [
    formatPlace({ stack: resource.stack, address: instance.address }),
    {
      id: isRuleSet ? { attribute: 'ip_policy_id' } : { value: id },
      read: (name, link) => instance.evaluate(name, resource.values[name] ?? null, link),
    },
  ];
}

/**
 * Of a data source, only `id` is known, if the configuration looks the object up by it. A reference to another
 * attribute stays as it is: its value is in the account, which this file does not have.
 */
function toDataTarget(stacks: readonly SynthesizedStack[], source: Resource): [string, LinkTarget] {
  const { id = null } = source.repetition ? {} : source.values;
  const instance = toUnknownInstance(stacks, source);
  return [
    formatPlace(source),
    {
      id: { attribute: 'id' },
      read: (name, link) => (name === 'id' ? instance.evaluate(name, id, link) : undefined),
    },
  ];
}

function evaluate(
  { resource, instance, repeated }: Declared,
  stacks: readonly SynthesizedStack[],
  link: Link,
): KnownObject {
  const values = Object.fromEntries(
    Object.entries(resource.values).map(([name, value = null]): [string, KnownJson] => {
      const evaluatePart = (part: Json): KnownJson => instance.evaluate(name, part, link);
      const isPolicy = name === 'traffic_policy' && typeof value === 'string';
      return [name, isPolicy ? resolvePolicy(value, evaluatePart, identitiesOf(stacks)) : evaluatePart(value)];
    }),
  );
  return repeated ? withUnknownArguments(resource, values, repeated) : values;
}

/** Only the reference to the owner is kept, such as `ip_policy_id` of a rule or a rule set. */
function withUnknownArguments({ type }: Resource, values: KnownObject, { cause }: Unknown): KnownObject {
  const name = parseKindName(type) ?? '';
  const kind = tryFindComposite(name) ?? tryFindKind(name);
  const ownerOfSet = tryFindComposite(name)?.exclusive?.attribute;
  const inputs = Object.entries(kind?.attributes ?? {}).filter(([, attribute]) => isInput(attribute));
  return Object.fromEntries(
    inputs.map(([argument, attribute]): [string, KnownJson] => {
      const isOwner = argument === ownerOfSet || ('ref' in attribute && attribute.ref?.onDelete === 'cascade');
      return [argument, (isOwner ? values[argument] : undefined) ?? new Unknown(cause)];
    }),
  );
}
