/**
 * Of a value that is known after apply, a plan names only the references, not the expression. A configuration in JSON
 * is the exception: its strings are in the plan.
 */

import { formatAddress, parseAddress, withoutKeys } from '../../values/address';
import { isJsonObject, type Json, type JsonObject, toJsonObject } from '../../values/json';
import { type Identities, isUnknown, type KnownJson, type KnownObject, Unknown } from '../../values/known';
import { isMarked } from '../../values/marks';
import type { PlanJson, ResourceChange } from '../plan-json';
import {
  type ConfiguredBlock,
  type Evaluation,
  type Expression,
  evaluate,
  findModule,
  fromPlanModule,
} from './evaluate';
import { hasExpression, identitiesOf, Reference } from './expressions';

/** An unknown value is a {@link Reference}, or a list with references, if that is certain. */
export function readPlannedValues(
  plan: PlanJson,
  { address: text, change }: ResourceChange,
  stack?: string,
): KnownObject {
  const { evaluation, resource } = findConfigured(plan, text, stack);
  const { after, after_unknown: unknown } = change;
  const names = [...new Set([...Object.keys(after ?? {}), ...Object.keys(unknown)])];
  return Object.fromEntries(
    names.map((name) => {
      const value = ((after ?? {}) as JsonObject)[name] ?? null;
      const mark = unknown[name] as Json | undefined;
      const place = `${text}.${name}`;
      const configured = isMarked(mark)
        ? resolveArgument({ plan, evaluation, value, mark }, resource?.arguments[name], name)
        : undefined;
      return [name, fillUnknown(evaluation.identities, value, mark, configured, place)];
    }),
  );
}

/** The reference that is the whole argument, also if its value is known. */
export function findReference(
  plan: PlanJson,
  { address: text }: ResourceChange,
  attribute: string,
  stack: string | undefined,
): Reference | undefined {
  const { evaluation, resource } = findConfigured(plan, text, stack);
  const expression = resource?.arguments[attribute];
  const found = expression && evaluate(evaluation, expression);
  return found instanceof Reference ? found : undefined;
}

export function isConfigured(plan: PlanJson, text: string, attribute: string): boolean {
  return findConfigured(plan, text).resource?.arguments[attribute] !== undefined;
}

/** An unknown part is what the configuration says if that has the same structure. */
function fillUnknown(
  identities: Identities,
  value: Json,
  mark: Json | undefined,
  configured: KnownJson | undefined,
  place: string,
): KnownJson {
  if (!isMarked(mark)) return value as KnownJson;
  if (mark === true)
    return (
      certainValue(configured) ?? new Unknown({ kind: 'reference', reference: place }, identities.of('planned', place))
    );
  if (Array.isArray(mark)) {
    const items: readonly Json[] = Array.isArray(value) ? (value as readonly Json[]) : [];
    const from = Array.isArray(configured) && configured.length === mark.length ? configured : [];
    return mark.map((part: Json, index) =>
      fillUnknown(identities, items[index] ?? null, part, from[index] as KnownJson | undefined, `${place}[${index}]`),
    );
  }
  const members: JsonObject = toJsonObject(value);
  const from = isJsonObject(configured) && !isUnknown(configured) ? (configured as KnownObject) : {};
  const names = [...new Set([...Object.keys(members), ...Object.keys(mark as JsonObject)])];
  return Object.fromEntries(
    names.map((name) => [
      name,
      fillUnknown(
        identities,
        members[name] ?? null,
        (mark as JsonObject)[name],
        from[name],
        `${place}[${JSON.stringify(name)}]`,
      ),
    ]),
  );
}

/** Undefined for all but a reference, or a list of strings and unknown values: `configured` may be only a part. */
function certainValue(configured: KnownJson | undefined): KnownJson | undefined {
  if (configured instanceof Reference) return configured;
  if (!Array.isArray(configured)) return undefined;
  const items = configured as readonly KnownJson[];
  return items.every((item) => typeof item === 'string' || isUnknown(item)) ? items : undefined;
}

/** Arguments whose values are ids, which configurations pass on unchanged. */
const IS_ID = /_id$/;
const IS_LIST_OF_IDS = /_ids$/;

interface UnknownArgument {
  readonly plan: PlanJson;
  readonly evaluation: Evaluation;
  readonly value: Json;
  readonly mark: Json | undefined;
}

/** Of an expression in HCL only the references are known, which suffices for an id, and for some lists of ids. */
function resolveArgument(
  argument: UnknownArgument,
  expression: Expression | undefined,
  name: string,
): KnownJson | undefined {
  if (!expression) return undefined;
  const { evaluation } = argument;
  const isList = IS_LIST_OF_IDS.test(name);
  if (isTemplate(expression) || IS_ID.test(name)) {
    const found = evaluate(evaluation, expression);
    if (!isList) return found;
    // A variable or output in HCL may be a list of which only one reference is known.
    const items = Array.isArray(found) ? (found as readonly KnownJson[]) : undefined;
    return items && Array.isArray(argument.mark) ? alignUnknown(argument, items) : items;
  }
  if (!isList || 'template' in expression) return undefined;
  return alignUnknown(
    argument,
    expression.references.map((reference) => evaluate(evaluation, { references: [reference] })),
  );
}

function isTemplate(expression: Expression): boolean {
  return 'template' in expression && hasExpression(expression.template);
}

/**
 * A plan sorts the elements of a set, and does not say which expression an unknown one is. Returns the expressions of
 * the unknown elements where `mark` is true, and null elsewhere; undefined if it is not proved that they are these.
 *
 *     [rules.hq.ip_policy_id, rules.new.ip_policy_id]    ['ipp_1', unknown]  ->  the second is rules.new.ip_policy_id
 */
function alignUnknown({ plan, value, mark }: UnknownArgument, items: readonly KnownJson[]): KnownJson[] | undefined {
  if (!Array.isArray(mark)) return undefined;
  const marks = mark as readonly Json[];
  const elements = Array.isArray(value) ? (value as readonly Json[]).filter((_, index) => marks[index] !== true) : [];
  const planned = items.map((item) => readPlanned(plan, item));
  // An expression whose value is known and no element is not an element at all.
  if (!planned.every((each) => typeof each === 'string' || elements.includes(each.value as Json))) return undefined;
  const unknown = items.filter((_, index) => typeof planned[index] === 'string');
  const surelyUnknown = items.filter((_, index) => planned[index] === 'known after apply');
  const count = marks.length - elements.length;
  // If there are as many elements as expressions, Terraform knows every other expression.
  const isEach = surelyUnknown.length === count && items.length === marks.length;
  const rest = isEach ? surelyUnknown : unknown.length === count ? unknown : undefined;
  return rest && marks.map((part) => (part === true ? (rest.shift() ?? null) : null));
}

type Planned = { readonly value: KnownJson } | 'known after apply' | 'not in the plan';

function readPlanned(plan: PlanJson, item: KnownJson): Planned {
  if (!isUnknown(item)) return { value: item };
  if (!(item instanceof Reference) || item.attribute === undefined) return 'not in the plan';
  const address = formatAddress(item.address);
  const found = plan.resource_changes?.find((each) => each.address === address && each.deposed === undefined);
  const { after = null, after_unknown: unknown = {} } = found?.change ?? {};
  const mark = unknown[item.attribute];
  if (mark === true) return 'known after apply';
  return after && !isMarked(mark) ? { value: (after[item.attribute] ?? null) as KnownJson } : 'not in the plan';
}

export function findConfigured(
  plan: PlanJson,
  text: string,
  stack?: string,
): { readonly evaluation: Evaluation; readonly resource: ConfiguredBlock | undefined } {
  const configured = plan.configuration?.root_module;
  const root = configured && fromPlanModule(configured);
  const address = parseAddress(text);
  const path = address?.module ?? [];
  return {
    evaluation: { root, path, stack, stacks: [], place: text, identities: identitiesOf(plan) },
    resource: address && findModule(root, path)?.resources[formatAddress(withoutKeys({ ...address, module: [] }))],
  };
}
