/**
 * Finds values that an apply creates, such as that of `random_integer` or `timestamp()`: the deployment has other ones
 * than the copy. Terraform does not know them while planning, so the plan shows what depends on them. Pure.
 */
import { ACCESS_ATTRIBUTES } from '../../model/access-attributes';
import { parseKindName } from '../../model/naming';
import { fromPlan } from '../../objects/from-plan';
import { isKept } from '../../objects/objects';
import { type Expression, fromPlanModule } from '../../terraform/configuration/evaluate';
import { Reference, splitTemplate } from '../../terraform/configuration/expressions';
import { BUILT_IN_PROVIDER } from '../../terraform/lock-file';
import type { PlanJson } from '../../terraform/plan-json';
import { formatSteps, parseSteps, toReference } from '../../values/address';
import { listUnknown, type Unknown } from '../../values/known';
import { isMarked } from '../../values/marks';

/**
 * Addresses of providers that change nothing outside of the state, so the preview runs their installed plugins. Their
 * values may come from outside: from the clock, from chance, or from a server, such as those of the data source
 * `tls_certificate` with a `url`.
 */
export const REAL_PROVIDER = /\/hashicorp\/(random|time|tls|null)$/;

export interface CreatedValuesOptions {
  /** The configuration calls `timestamp`, `uuid` or `bcrypt`. */
  readonly callsFunctions: boolean;
  /** Another stack of the preview depends on this one, so it may read the outputs. */
  readonly hasReaders: boolean;
}

/** Returns sentences about attributes that decide about access, and outputs, that may depend on such a value. */
export function findCreatedValues(plan: PlanJson, { callsFunctions, hasReaders }: CreatedValuesOptions): string[] {
  const sources = [...listCreating(plan), ...(callsFunctions ? ['timestamp(), uuid() or bcrypt()'] : [])];
  if (sources.length === 0) return [];
  const deciding = fromPlan(plan).after.flatMap((object) =>
    isKept(object)
      ? []
      : (ACCESS_ATTRIBUTES[object.kind] ?? [])
          .filter((name) => listUnknown(object.values[name] ?? null).some(mayBeCreated))
          .map((name) => `${object.place.address}.${name}`),
  );
  const outputs = hasReaders ? listOutputs(plan, callsFunctions).map((name) => `the output ${name}`) : [];
  return [...new Set([...deciding, ...outputs])].map(
    (part) =>
      `Whether ${part} depends on a value that the deployment creates anew is not known (${sources.join(', ')}). Give the value as a variable.`,
  );
}

function listCreating({ resource_changes: changes = [] }: PlanJson): string[] {
  return changes
    .filter(
      ({ provider_name: provider = '', mode, change: { actions } }) =>
        mode !== 'data' &&
        (REAL_PROVIDER.test(provider) || provider === BUILT_IN_PROVIDER) &&
        actions.includes('create'),
    )
    .map(({ address }) => address);
}

/** False for a reference to an object of netingress, whose value the copy computes, too. */
function mayBeCreated(value: Unknown): boolean {
  return !(value instanceof Reference && parseKindName(value.address.type) !== undefined);
}

function listOutputs({ output_changes: outputs = {}, configuration }: PlanJson, callsFunctions: boolean): string[] {
  const root = configuration?.root_module;
  const configured = root ? fromPlanModule(root).outputs : {};
  return Object.entries(outputs)
    .filter(([name, { after_unknown: unknown }]) => isMarked(unknown) && !isId(configured[name], callsFunctions))
    .map(([name]) => name);
}

/**
 * Whether a value is the id of an object, which the service makes, and so does the copy. A plan has the whole
 * expression of a configuration in JSON. Of one in HCL it has only the references, and not whether it also calls
 * `timestamp()`.
 */
function isId(expression: Expression | undefined, callsFunctions: boolean): boolean {
  if (!expression) return false;
  if ('template' in expression) {
    const [part, ...others] = typeof expression.template === 'string' ? splitTemplate(expression.template) : [];
    return part !== undefined && others.length === 0 && 'source' in part && isIdReference(part.source.trim());
  }
  const { references } = expression;
  return !callsFunctions && references.length > 0 && references.every(isIdReference);
}

function isIdReference(text: string): boolean {
  const { address, path } = toReference(parseSteps(text) ?? []) ?? {};
  return (
    address?.mode === 'managed' &&
    parseKindName(address.type) !== undefined &&
    path !== undefined &&
    formatSteps(path) === 'id'
  );
}
