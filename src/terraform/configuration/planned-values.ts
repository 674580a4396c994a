/**
 * Values of planned objects. Terraform has evaluated what it can; the rest is known after apply, and a plan names only the
 * references of such an expression, not the expression. A configuration in JSON is the exception: its strings are in the
 * plan. Pure.
 */

import { formatAddress, parseAddress, withoutKeys } from '../../values/address';
import { isJsonObject, type Json, type JsonObject } from '../../values/json';
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

/** Returns the planned values. An unknown one is a {@link Reference} if that is certain. `stack` is that of references. */
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
        ? resolveArgument(evaluation, resource?.arguments[name], name, mark)
        : undefined;
      return [name, fillUnknown(evaluation.identities, value, mark, configured, place)];
    }),
  );
}

/** Returns the reference that is the whole argument of an object, also if its value is known. */
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

/** Returns whether the configuration has an argument for the attribute of an object. */
export function isConfigured(plan: PlanJson, text: string, attribute: string): boolean {
  return findConfigured(plan, text).resource?.arguments[attribute] !== undefined;
}

/** Returns the value with its unknown parts, each of which is what the configuration says if that has the same structure. */
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
  const members: JsonObject = isJsonObject(value) ? value : {};
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

/** Terraform says that the value is not known, so its literal form in the configuration is not all of it. */
function certainValue(configured: KnownJson | undefined): KnownJson | undefined {
  if (configured instanceof Reference) return configured;
  if (!Array.isArray(configured)) return undefined;
  const items = configured as readonly KnownJson[];
  return items.every((item) => typeof item === 'string' || isUnknown(item)) ? items : undefined;
}

/** Arguments whose values are ids, which configurations pass on unchanged. */
const IS_ID = /_id$/;
const IS_LIST_OF_IDS = /_ids$/;

/**
 * An expression in JSON is in the plan. Of one in HCL only the references are: if an id is unknown and refers to one
 * attribute, it is that attribute. A list is certain if it has as many unknown elements as references.
 */
function resolveArgument(
  evaluation: Evaluation,
  expression: Expression | undefined,
  name: string,
  mark: Json | undefined,
): KnownJson | undefined {
  if (!expression) return undefined;
  const isList = IS_LIST_OF_IDS.test(name);
  if (isTemplate(expression) || IS_ID.test(name)) {
    const found = evaluate(evaluation, expression);
    if (!isList) return found;
    // A variable or output in HCL may be a list of which only one reference is known.
    const items = Array.isArray(found) ? (found as readonly KnownJson[]) : undefined;
    return items && Array.isArray(mark) ? alignUnknown(mark, items.filter(isUnknown)) : items;
  }
  if (!isList || !Array.isArray(mark) || 'template' in expression) return undefined;
  return alignUnknown(
    mark,
    expression.references.map((reference) => evaluate(evaluation, { references: [reference] })),
  );
}

function isTemplate(expression: Expression): boolean {
  return 'template' in expression && hasExpression(expression.template);
}

/** A plan sorts the elements of a set. Returns the unknown ones where `mark` is true; undefined if there are others. */
function alignUnknown(mark: readonly Json[], unknown: readonly KnownJson[]): KnownJson[] | undefined {
  if (mark.filter((part) => part === true).length !== unknown.length) return undefined;
  const rest = [...unknown];
  return mark.map((part) => (part === true ? (rest.shift() ?? null) : null));
}

/** Returns what the configuration says of an object, and the module that evaluates it. */
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
