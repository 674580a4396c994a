/**
 * Values that an apply creates, such as that of `random_integer` or `timestamp()`: the deployment has others than the copy.
 * Terraform does not know them while planning, so the plan shows what depends on them. Pure.
 */
import { ACCESS_ATTRIBUTES } from '../../model/access-attributes';
import { isUnknown, type KnownJson, type Unknown } from '../../model/known';
import { parseKindName } from '../../model/naming';
import { formatSteps, parseSteps, toReference } from '../../terraform/configuration/address';
import { Reference, splitTemplate } from '../../terraform/configuration/expressions';
import { readPlan } from '../../terraform/configuration/planned-objects';
import { listReferences } from '../../terraform/configuration/planned-values';
import { BUILT_IN_PROVIDER } from '../../terraform/lock-file';
import { type ConfiguredExpression, hasTrue, type PlanJson } from '../../terraform/plan-json';

/** Providers of pure computations, which run from the installed plugins. */
export const REAL = /\/hashicorp\/(random|time|tls|null)$/;

export interface CreatedValuesOptions {
  /** The configuration calls `timestamp`, `uuid` or `bcrypt`. */
  readonly callsFunctions: boolean;
  /** Other stacks of the preview may read the outputs. */
  readonly hasReaders: boolean;
}

/** Returns sentences about what decides about access and may depend on such a value. */
export function findCreatedValues(plan: PlanJson, { callsFunctions, hasReaders }: CreatedValuesOptions): string[] {
  const sources = [...listCreating(plan), ...(callsFunctions ? ['timestamp(), uuid() or bcrypt()'] : [])];
  if (sources.length === 0) return [];
  const deciding = readPlan(plan).after.flatMap(({ kind, address, values, isKept }) =>
    isKept
      ? []
      : (ACCESS_ATTRIBUTES[kind] ?? [])
          .filter((name) => listUnknowns(values[name] ?? null).some(mayBeCreated))
          .map((name) => `${address}.${name}`),
  );
  const outputs = hasReaders ? listOutputs(plan, callsFunctions).map((name) => `the output ${name}`) : [];
  return [...new Set([...deciding, ...outputs])].map(
    (part) =>
      `Whether ${part} depends on a value that the deployment creates anew is not known (${sources.join(', ')}). Give the value as a variable.`,
  );
}

/** Resources whose value is made by the apply itself. */
function listCreating({ resource_changes: changes = [] }: PlanJson): string[] {
  return changes
    .filter(
      ({ provider_name: provider = '', mode, change: { actions } }) =>
        mode !== 'data' && (REAL.test(provider) || provider === BUILT_IN_PROVIDER) && actions.includes('create'),
    )
    .map(({ address }) => address);
}

function listUnknowns(value: KnownJson): Unknown[] {
  if (isUnknown(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listUnknowns) : [];
}

/** What the service computes, the copy computes too. */
function mayBeCreated(value: Unknown): boolean {
  return !(value instanceof Reference && parseKindName(value.address.type) !== undefined);
}

function listOutputs({ output_changes: outputs = {}, configuration }: PlanJson, callsFunctions: boolean): string[] {
  const configured = configuration?.root_module?.outputs ?? {};
  return Object.entries(outputs)
    .filter(
      ([name, { after_unknown: unknown }]) => hasTrue(unknown) && !isId(configured[name]?.expression, callsFunctions),
    )
    .map(([name]) => name);
}

/**
 * Whether a value is an id, which the service makes, and the copy too. Terraform prints an expression of a configuration in
 * JSON as a constant, and of one in HCL its references: not whether it also calls `timestamp()`.
 */
function isId(
  { constant_value: constant, references = [] }: ConfiguredExpression = {},
  callsFunctions: boolean,
): boolean {
  if (typeof constant === 'string') {
    const [part, ...others] = splitTemplate(constant);
    return part !== undefined && others.length === 0 && 'source' in part && isIdReference(part.source.trim());
  }
  const named = listReferences({ references });
  return !callsFunctions && named.length > 0 && named.every(isIdReference);
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
