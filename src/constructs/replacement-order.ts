/**
 * Sets `create_before_destroy` of resources that others name, such as the policy of a restriction, so that Terraform
 * destroys the earlier object after it has updated what named it. Terraform then also creates first whatever such a
 * resource refers to, even if that has `create_before_destroy = false`. So a resource is left alone if it refers,
 * itself or through others, to something that must not, or perhaps must not, exist twice.
 */

import {
  type IResolvable,
  type IResolveContext,
  TerraformElement,
  TerraformProvider,
  TerraformResource,
  TerraformStack,
  Token,
} from 'cdktf';
import { parseKindName } from '../model/naming';
import { existsOnceByKey } from '../model/replacement-order';
import { findReferences } from '../terraform/configuration/expressions';
import { parseSteps, type Step } from '../values/address';
import { isJsonObject, isPlainObject, type Json, type JsonObject, toJsonObject } from '../values/json';
import type { Words } from '../values/words';
import { getOverrides } from './overrides';
import { PerSynthesis } from './per-synthesis';
import type { Props } from './render';
import { isToken, resolveString, resolveValue } from './tokens';
import { addAnnotationOnce } from './validation/warn-at-synth';

/** Something to which a resource refers, and which keeps it from being created first. */
interface Obstacle {
  /** Path of the resource; of a module, or of a resource by `addOverride()` of the stack, the address. */
  readonly name: string;
  /**
   * `unique name`: two must not exist. `not known`: whether two may exist is not known, because it has another
   * provider, is a module, or is declared by `addOverride()` of the stack. `decided`: see {@link readOwnOrder}, which
   * is false.
   */
  readonly reason: 'unique name' | 'not known' | 'decided';
}

/** The inputs of each resource that is created first unless it has an obstacle or the app sets the order. */
const inputsOf = new WeakMap<TerraformResource, () => Props>();
/** They have the validation that reports obstacles. */
const stacksWithReport = new WeakSet<TerraformStack>();

/** Has {@link addOrder} set the order of the resource, and each synthesis report an obstacle that is not `decided`. */
export function registerOrder(resource: TerraformResource, getInputs: () => Props): void {
  inputsOf.set(resource, getInputs);
  const stack = TerraformStack.of(resource);
  if (stacksWithReport.has(stack)) return;
  stacksWithReport.add(stack);
  // Validations run after all aspects, and before annotations are collected.
  stack.node.addValidation({
    validate() {
      reportObstacles(stack);
      return [];
    },
  });
}

const searches = new PerSynthesis((stack) => new ObstacleSearch(stack));

/** True while an element is rendered to find its references: an order in it would need another search. */
let isRendering = false;

/**
 * Has the rendered body get `create_before_destroy` when the stack is written. Unchanged if the resource is not
 * registered, or if the app sets the order itself. Whether it has an obstacle is decided when it is written, after all
 * aspects.
 */
export function addOrder(resource: TerraformResource, body: Record<string, unknown>): void {
  if (inputsOf.has(resource) && readOwnOrder(resource) === undefined)
    body['lifecycle'] = new OrderedLifecycle(resource, body['lifecycle']);
}

class OrderedLifecycle implements IResolvable {
  readonly creationStack: string[] = [];
  readonly #resource: TerraformResource;
  readonly #rendered: unknown;

  constructor(resource: TerraformResource, rendered: unknown) {
    this.#resource = resource;
    this.#rendered = rendered;
  }

  resolve({ preparing, registerPostProcessor }: IResolveContext): unknown {
    // Before validation, CDKTF resolves all resources for their references to other stacks, and drops the result.
    if (!preparing && this.#isCreatedFirst()) registerPostProcessor({ postProcess: withOrder });
    return this.#rendered;
  }

  #isCreatedFirst(): boolean {
    return !isRendering && searches.get(this.#resource).findAround(this.#resource) === undefined;
  }

  toString(): string {
    return Token.asString(this);
  }

  /** For tests of an app that print what `toTerraform()` returns. */
  toJSON(): unknown {
    return this.#isCreatedFirst() ? withOrder(this.#rendered) : this.#rendered;
  }
}

function withOrder(lifecycle: unknown): object {
  return { ...(lifecycle as object | undefined), create_before_destroy: true };
}

function reportObstacles(stack: TerraformStack): void {
  // The output that follows asks for the same resources.
  const search = searches.renew(stack);
  const found = new Map<string, { readonly obstacle: Obstacle; readonly resources: TerraformResource[] }>();
  for (const resource of stack.node.findAll().filter(TerraformResource.isTerraformResource)) {
    if (!inputsOf.has(resource) || TerraformStack.of(resource) !== stack || readOwnOrder(resource) !== undefined)
      continue;
    const obstacle = search.findAround(resource);
    if (!obstacle || obstacle.reason === 'decided') continue;
    const entry = found.get(obstacle.name) ?? { obstacle, resources: [] };
    entry.resources.push(resource);
    found.set(obstacle.name, entry);
  }
  for (const { obstacle, resources } of found.values()) {
    const [first, ...others] = resources as [TerraformResource, ...TerraformResource[]];
    addAnnotationOnce(first, 'info', describeObstacle(obstacle, others.length));
  }
}

function describeObstacle({ name, reason }: Obstacle, others: number): Words {
  const subject = others === 0 ? 'This resource refers' : `This resource and ${others} others refer`;
  const why =
    reason === 'unique name'
      ? 'of which the service accepts only one'
      : 'which Terraform would then also create before it destroys the earlier one';
  const remedy =
    reason === 'unique name'
      ? ''
      : 'If two of them may exist for a moment, write `lifecycle: { createBeforeDestroy: true }` here. Otherwise ';
  return (
    `${subject} to ${name}, ${why}, so netingress does not set create_before_destroy: a removed or replaced object is ` +
    `destroyed before what names it is updated, which the service may refuse. ${remedy}${remedy ? 'rename' : 'Rename'} ` +
    'constructs with `netingress moves`, and remove an object one deployment after its last use.'
  );
}

/**
 * `create_before_destroy` as the app sets it, by the lifecycle or an override; undefined if the app does not mention
 * it. An override that removes it, or replaces the whole lifecycle without it, is false.
 */
function readOwnOrder(resource: TerraformResource): boolean | undefined {
  const overrides = getOverrides(resource) as { readonly lifecycle?: unknown };
  if ('lifecycle' in overrides) {
    // A list of blocks is Terraform's other form.
    const blocks = [overrides.lifecycle].flat().filter(isPlainObject);
    if (blocks.some((block) => block['create_before_destroy'] === true)) return true;
    if (!isPlainObject(overrides.lifecycle) || 'create_before_destroy' in overrides.lifecycle) return false;
  }
  return resource.lifecycle?.createBeforeDestroy;
}

/** Remembers what it has found, because thousands of rules name one policy. */
class ObstacleSearch {
  readonly #stack: TerraformStack;
  readonly #byString = new Map<string, readonly string[]>();
  readonly #byProvider = new Map<TerraformProvider, string>();
  readonly #byAddress = new Map<string, Obstacle | undefined>();
  readonly #around = new Map<TerraformResource, Obstacle | undefined>();
  readonly #byType = new Map<string, ReadonlyMap<string, TerraformResource>>();
  #resources: readonly TerraformResource[] | undefined;
  #others: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(stack: TerraformStack) {
    this.#stack = stack;
  }

  findAround(resource: TerraformResource): Obstacle | undefined {
    if (!this.#around.has(resource)) this.#around.set(resource, this.#findFirst(this.#listReferences(resource)));
    return this.#around.get(resource);
  }

  #findFirst(addresses: readonly string[]): Obstacle | undefined {
    for (const address of addresses) {
      const obstacle = this.#findAt(address);
      if (obstacle) return obstacle;
    }
    return undefined;
  }

  #findAt(address: string): Obstacle | undefined {
    // The search also ends at a cycle, which Terraform rejects.
    if (!this.#byAddress.has(address)) {
      this.#byAddress.set(address, undefined);
      this.#byAddress.set(address, this.#judge(address));
    }
    return this.#byAddress.get(address);
  }

  #judge(address: string): Obstacle | undefined {
    if (address.startsWith('module.')) return { name: address, reason: 'not known' };
    const resource = this.#findResource(address);
    if (resource) return this.#judgeResource(resource);
    if (isOverriddenIn(this.#stack, address)) return { name: address, reason: 'not known' };
    this.#others ??= listOthers(this.#stack);
    return this.#findFirst(this.#others.get(address) ?? []);
  }

  #findResource(address: string): TerraformResource | undefined {
    const [type] = address.split('.') as [string, string];
    this.#resources ??= this.#stack.node.findAll().filter(TerraformResource.isTerraformResource);
    // Only resources of this type: for the name of each, CDKTF hashes its path.
    const ofType = this.#byType.get(type) ?? indexByAddress(this.#resources, type);
    this.#byType.set(type, ofType);
    return ofType.get(address);
  }

  #judgeResource(resource: TerraformResource): Obstacle | undefined {
    const { path } = resource.node;
    const order = readOwnOrder(resource);
    if (order !== undefined) return order ? undefined : { name: path, reason: 'decided' };
    const name = parseKindName(resource.terraformResourceType);
    if (name === undefined) return { name: path, reason: 'not known' };
    if (existsOnceByKey(name)) return { name: path, reason: 'unique name' };
    return this.findAround(resource);
  }

  #listReferences(resource: TerraformResource): readonly string[] {
    const inputs = inputsOf.get(resource);
    const provider = `provider.${this.#nameProvider(resource)}`;
    if (!inputs || hasMetaArguments(resource)) return [...listReferencesOf(renderResource(resource)), provider];
    const tokens = new Set<unknown>();
    collectTokens(inputs(), tokens);
    return [...[...tokens].flatMap((token) => this.#resolve(token)), provider];
  }

  #nameProvider({ provider, terraformResourceType }: TerraformResource): string {
    if (provider === undefined) return providerOfType(terraformResourceType);
    const name = this.#byProvider.get(provider) ?? nameProvider(provider);
    this.#byProvider.set(provider, name);
    return name;
  }

  #resolve(token: unknown): readonly string[] {
    if (typeof token !== 'string') return this.#resolveNow(token);
    const addresses = this.#byString.get(token) ?? this.#resolveNow(token);
    this.#byString.set(token, addresses);
    return addresses;
  }

  #resolveNow(token: unknown): string[] {
    return listExpressions(resolveValue(this.#stack, token) as Json);
  }
}

/** The name of the provider without alias. */
function providerOfType(type: string): string {
  return type.split('_', 1)[0] as string;
}

function nameProvider(provider: TerraformProvider): string {
  return resolveString(provider, provider.fqn) ?? provider.terraformResourceType;
}

/** Whether something else than the inputs may contain references. */
function hasMetaArguments(resource: TerraformResource): boolean {
  const { dependsOn, count, forEach, provisioners, connection, lifecycle } = resource;
  const hasOverrides = Object.keys(getOverrides(resource)).length > 0;
  return (
    [dependsOn, count, forEach, provisioners, connection, lifecycle].some((each) => each !== undefined) || hasOverrides
  );
}

/** Adds the values that are tokens, and the strings that may contain one: `${…}` or an encoded number. */
function collectTokens(value: unknown, tokens: Set<unknown>): void {
  if (typeof value === 'string') {
    if (/[$%]\{|\de[+-]\d/.test(value)) tokens.add(value);
  } else if (isToken(value)) {
    tokens.add(value);
  } else if (Array.isArray(value)) {
    for (const item of value) collectTokens(item, tokens);
  } else if (isPlainObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      collectTokens(name, tokens);
      collectTokens(member, tokens);
    }
  }
}

function indexByAddress(resources: readonly TerraformResource[], type: string): ReadonlyMap<string, TerraformResource> {
  const ofType = resources.filter(({ terraformResourceType }) => terraformResourceType === type);
  return new Map(ofType.map((each) => [`${type}.${each.friendlyUniqueId}`, each]));
}

function listOthers(stack: TerraformStack): ReadonlyMap<string, readonly string[]> {
  const elements = stack.node
    .findAll()
    .filter(TerraformElement.isTerraformElement)
    .filter((element) => !TerraformResource.isTerraformResource(element));
  return new Map(
    elements.flatMap((element) =>
      TerraformProvider.isTerraformProvider(element) ? listProviderReferences(element) : listElementReferences(element),
    ),
  );
}

function listProviderReferences(provider: TerraformProvider): [string, readonly string[]][] {
  const { provider: bodies } = toJsonObject(render(provider));
  return [[`provider.${nameProvider(provider)}`, listExpressions(bodies)]];
}

function listElementReferences(element: TerraformElement): [string, readonly string[]][] {
  const { data, ephemeral, locals } = toJsonObject(render(element)) as Readonly<Record<string, Json>>;
  const ofTypes = (mode: string, types: Json | undefined): [string, readonly string[]][] =>
    Object.entries(toJsonObject(types)).flatMap(([type, named]) =>
      Object.entries(toJsonObject(named)).map(([name, body]): [string, readonly string[]] => {
        const written = toJsonObject(body)['provider'];
        const provider = typeof written === 'string' ? written : providerOfType(type);
        return [`${mode}.${type}.${name}`, [...listReferencesOf(toJsonObject(body)), `provider.${provider}`]];
      }),
    );
  return [
    ...ofTypes('data', data),
    ...ofTypes('ephemeral', ephemeral),
    ...Object.entries(toJsonObject(locals)).map(([name, value]): [string, readonly string[]] => [
      `local.${name}`,
      listExpressions(value),
    ]),
  ];
}

function renderResource(resource: TerraformResource): JsonObject {
  const { resource: types } = toJsonObject(render(resource));
  return toJsonObject(toJsonObject(toJsonObject(types)[resource.terraformResourceType])[resource.friendlyUniqueId]);
}

/** Undefined for an invalid element, which fails the synthesis by itself. */
function render(element: TerraformElement): unknown {
  const before = isRendering;
  isRendering = true;
  try {
    return resolveValue(element, element.toTerraform());
  } catch {
    return undefined;
  } finally {
    isRendering = before;
  }
}

function listReferencesOf({ depends_on: dependsOn, lifecycle, ...body }: JsonObject): string[] {
  const { replace_triggered_by: triggers, ...conditions } = toJsonObject(lifecycle);
  // These two have addresses, `netingress_ip_policy.a`; elsewhere references are in `${netingress_ip_policy.a.id}`.
  const plain = [dependsOn, triggers].flatMap((list) => (Array.isArray(list) ? (list as readonly unknown[]) : []));
  return [
    ...plain.flatMap((text) => (typeof text === 'string' ? toAddresses(parseSteps(text) ?? []) : [])),
    ...listExpressions(body),
    ...listExpressions(conditions),
  ];
}

function listExpressions(value: Json | undefined): string[] {
  return findReferences(value).flatMap(toAddresses);
}

const WITHOUT_REFERENCES = new Set(['var', 'each', 'count', 'path', 'terraform', 'self']);

/** `data.aws_eip.a.public_ip` -> `data.aws_eip.a`, `netingress_ip_policy.a.id` -> `netingress_ip_policy.a`. */
function toAddresses(steps: readonly Step[]): string[] {
  const names = steps.map((step) => ('name' in step ? step.name : ''));
  const [first = ''] = names;
  if (WITHOUT_REFERENCES.has(first)) return [];
  const length = first === 'data' || first === 'ephemeral' ? 3 : 2;
  return names.length < length ? [] : [names.slice(0, length).join('.')];
}

/**
 * Whether `addOverride()` of the stack declares the resource. `p.id` in `[for p in ...]` looks like an address, too,
 * and nothing declares it.
 */
function isOverriddenIn(stack: TerraformStack, address: string): boolean {
  const [type = '', name = ''] = address.split('.');
  const { resource } = getOverrides(stack) as { readonly resource?: Json };
  const named = toJsonObject(resource)[type];
  return isJsonObject(named) && name in named;
}
