import { findAttributes, markMembers } from '../model/marks';
import { parseKindName } from '../model/naming';
import { isJsonObject, type JsonObject, toJsonObject } from '../values/json';
import { listMarked } from '../values/marks';
import type { Resource } from './configuration/configuration';
import { readLiteral } from './configuration/expressions';
import type { PlanJson } from './plan-json';
import { listDataSourceValues, parseState } from './state';

/**
 * A line of a secret with at least so many characters is a secret, too: a message may quote one line of a private key,
 * which has 64 characters. 20 is chosen, because shorter lines are often ordinary words.
 */
const SHORTEST_LINE = 20;

/**
 * The values that Terraform marks as sensitive, and those of attributes of netingress that the model says are
 * sensitive. Outputs that CDKTF adds for other stacks are left out, and so are all outputs of `show -json`: `state` is
 * what `terraform state pull` prints.
 */
export function findStateSecrets(state: string): string[] {
  if (state === '') return [];
  const { resources } = parseState(state, { stack: '' });
  const parsed = JSON.parse(state) as JsonObject;
  const values = [...resources, ...listDataSourceValues(parsed)].flatMap((each) =>
    findResourceSecrets(each.type, each.values, each.sensitive),
  );
  const marked = Object.entries(toJsonObject(parsed['outputs'])).flatMap(([name, output]) =>
    !isCrossStackOutput(name) && isJsonObject(output) && output['sensitive'] === true
      ? listMarked(output['value'], true)
      : [],
  );
  return withLines([...values, ...marked]);
}

/** As {@link findStateSecrets}: of variables of the root module, outputs, resources and data sources. */
export function findPlanSecrets(plan: PlanJson): string[] {
  const declared = plan.configuration?.root_module?.variables ?? {};
  const variables = Object.entries(plan.variables ?? {}).flatMap(([name, { value }]) =>
    listMarked(value, declared[name]?.sensitive),
  );
  const changes = [...(plan.resource_changes ?? []), ...(plan.resource_drift ?? [])].flatMap(({ type, change }) => [
    ...findResourceSecrets(type, change.before, change.before_sensitive),
    ...findResourceSecrets(type, change.after, change.after_sensitive),
  ]);
  // A data source that was read during the plan is in `prior_state`, not among the changes.
  const read = listDataSourceValues(toJsonObject(plan.prior_state)).flatMap(({ type, values, sensitive }) =>
    findResourceSecrets(type, values, sensitive),
  );
  const outputs = Object.entries(plan.output_changes ?? {}).flatMap(([name, change]) =>
    isCrossStackOutput(name)
      ? []
      : [...listMarked(change.before, change.before_sensitive), ...listMarked(change.after, change.after_sensitive)],
  );
  return withLines([...variables, ...changes, ...read, ...outputs]);
}

/**
 * CDKTF marks every output that it adds for another stack as sensitive, such as the id of a policy. A secret among them
 * is also the sensitive attribute or variable that the output contains, except for what only `sensitive()` marks.
 */
function isCrossStackOutput(name: string): boolean {
  return name.startsWith('cross-stack-output-');
}

/**
 * Each secret as it is written and as Terraform applies it: `pa$${ss` -> `pa$${ss`, `pa${ss`. A value with an
 * expression is left out.
 */
export function findConfigurationSecrets(resources: readonly Resource[]): string[] {
  return withLines(
    resources
      .flatMap(({ type, values }) => findModelSecrets(type, values))
      .flatMap((text) => {
        const literal = readLiteral(text);
        return typeof literal === 'string' ? [text, literal] : [];
      }),
  );
}

function findResourceSecrets(type: string, values: object | null, marks: unknown): string[] {
  return [...listMarked(values, marks), ...findModelSecrets(type, toJsonObject(values))];
}

/** By the model alone: a configuration has no marks, and those of a state file may lack sensitive attributes. */
function findModelSecrets(type: string, values: JsonObject): string[] {
  return listMarked(values, markMembers(findAttributes(parseKindName(type) ?? '') ?? {}, values));
}

function withLines(secrets: readonly string[]): string[] {
  const strings = secrets.flatMap((text) => [text, ...text.split('\n').filter((line) => line.length >= SHORTEST_LINE)]);
  return [...new Set(strings)];
}
