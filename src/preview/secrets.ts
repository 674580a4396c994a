/** Finds the secrets that a change contains, and removes them from every string of a report. Pure. */
import { isJsonObject, type Json, type JsonObject, listStrings } from '../model/json';
import { tryFindKind } from '../model/kinds';
import { parseKindName } from '../model/naming';
import { listSecrets, SHORTEST_SECRET } from '../model/redaction';
import type { Resource } from '../terraform/configuration/configuration';
import { readLiteral } from '../terraform/configuration/expressions';
import { hasTrue, type PlanJson } from '../terraform/plan-json';
import { parseState } from '../terraform/state';
import type { ChangedObject } from './objects';

/** Lines of a longer secret, such as a private key, may be quoted alone. */
const SHORTEST_LINE = 20;

/** Returns the sensitive strings of a state: those that Terraform marks, and sensitive attributes of netingress. */
export function findStateSecrets(state: string): string[] {
  if (state === '') return [];
  const resources = parseState(state, { stack: '' }).resources.flatMap(({ type, values, sensitive }) => [
    ...sensitive.map((path) => valueAt(values, path)),
    ...findModelSecrets(type, values),
  ]);
  const { outputs } = JSON.parse(state) as JsonObject;
  const marked = Object.entries(isJsonObject(outputs) ? outputs : {}).flatMap(([name, output]) =>
    !isCrossStackOutput(name) && isJsonObject(output) && output['sensitive'] === true ? [output['value'] ?? null] : [],
  );
  return withLines([...resources, ...marked]);
}

/** Returns the sensitive strings of a plan: variables, outputs, and values of resources. */
export function findPlanSecrets(plan: PlanJson): string[] {
  const declared = plan.configuration?.root_module?.variables ?? {};
  const variables = Object.entries(plan.variables ?? {}).flatMap(([name, { value }]) =>
    declared[name]?.sensitive === true ? [value as Json] : [],
  );
  const changes = [...(plan.resource_changes ?? []), ...(plan.resource_drift ?? [])].flatMap(({ type, change }) => [
    ...pickSensitive(change.before as Json, change.before_sensitive),
    ...pickSensitive(change.after as Json, change.after_sensitive),
    ...findModelSecrets(type, (change.after ?? {}) as JsonObject),
  ]);
  const outputs = Object.entries(plan.output_changes ?? {}).flatMap(([name, change]) =>
    isCrossStackOutput(name)
      ? []
      : [
          ...pickSensitive(change.before as Json, change.before_sensitive),
          ...pickSensitive(change.after as Json, change.after_sensitive),
        ],
  );
  return withLines([...variables, ...changes, ...outputs]);
}

/**
 * CDKTF marks every output that it adds for another stack as sensitive, such as the id of a policy. A secret among them is
 * also the sensitive attribute or variable that the output contains.
 */
function isCrossStackOutput(name: string): boolean {
  return name.startsWith('cross-stack-output-');
}

/** Returns the sensitive literals among the values of configured resources. An expression is not a secret. */
export function findConfigurationSecrets(resources: readonly Resource[]): string[] {
  return withLines(
    resources
      .flatMap(({ type, values }) => findModelSecrets(type, values))
      .flatMap((text) => {
        const literal = readLiteral(text);
        return literal === undefined ? [] : [text, literal];
      }),
  );
}

function findModelSecrets(type: string, values: JsonObject): string[] {
  return listSecrets(tryFindKind(parseKindName(type) ?? '')?.attributes ?? {}, values);
}

function valueAt(value: Json, path: readonly string[]): Json {
  return path.reduce<Json>((at, step) => (isJsonObject(at) ? (at[step] ?? null) : null), value);
}

/** `sensitive` is true, or has the members of `value` that are. */
function pickSensitive(value: Json | undefined, sensitive: unknown): Json[] {
  if (sensitive === true) return [value ?? null];
  if (typeof sensitive !== 'object' || sensitive === null || typeof value !== 'object' || value === null) return [];
  return Object.entries(sensitive).flatMap(([name, member]) =>
    pickSensitive((value as Readonly<Record<string, Json>>)[name], member),
  );
}

function withLines(values: readonly (Json | undefined)[]): string[] {
  const strings = values
    .flatMap(listStrings)
    .flatMap((text) => [text, ...text.split('\n').filter((line) => line !== text && line.length >= SHORTEST_LINE)]);
  return [...new Set(strings)].filter((text) => text.length >= SHORTEST_SECRET);
}

const SENSITIVE = '(sensitive)';

/**
 * Hides the values that a plan marks, such as a description from a sensitive variable. The marks are `before_sensitive`
 * and `after_sensitive` of a plan: true, or an object with such a mark per member.
 */
export function hideSensitive(
  object: ChangedObject,
  { beforeMarks, afterMarks }: { readonly beforeMarks: unknown; readonly afterMarks: unknown },
): ChangedObject {
  return {
    ...object,
    attributes: object.attributes.map((attribute) => {
      const path = attribute.name.split('.');
      return {
        ...attribute,
        before: hide(attribute.before, sensitiveAt(beforeMarks, path)),
        after: hide(attribute.after, sensitiveAt(afterMarks, path)),
      };
    }),
  };
}

function sensitiveAt(sensitive: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, step) => {
    if (at === true) return true;
    return typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[step] : undefined;
  }, sensitive);
}

function hide(value: Json, sensitive: unknown): Json {
  if (value === null || !hasTrue(sensitive)) return value;
  if (sensitive === true || !isJsonObject(value)) return SENSITIVE;
  return Object.fromEntries(
    Object.entries(value).map(([name, member = null]) => [name, hide(member, sensitiveAt(sensitive, [name]))]),
  );
}

/** Members whose values the report defines, and never users. */
const OWN_MEMBERS: ReadonlySet<string> = new Set([
  ...['format', 'result', 'status', 'type', 'action', 'actions', 'kind', 'title', 'by', 'code', 'request', 'change'],
  ...['addresses', 'ipv4', 'ipv6', 'id', 'credential_id', 'last_time', 'stack'],
]);

/** Such members whose names have another meaning elsewhere: values of attributes are before and after, too. */
const OWN_PATHS: ReadonlySet<string> = new Set([
  ...['access.before', 'access.after', 'endpoints.before', 'endpoints.after', 'endpoints.binding'],
]);

function isOwnMember(path: readonly string[]): boolean {
  return OWN_MEMBERS.has(path.at(-1) ?? '') || OWN_PATHS.has(path.join('.'));
}

export function redactReport<Report>(report: Report, redact: (text: string) => string): Report {
  const visit = (value: unknown, path: readonly string[]): unknown => {
    if (typeof value === 'string') return isOwnMember(path) ? value : redact(value);
    if (Array.isArray(value)) return value.map((item) => visit(item, path));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, visit(member, [...path, key])]));
  };
  return visit(report, []) as Report;
}

/**
 * Removes colors, and the lines in which Terraform quotes the configuration: a synthesized one is a single line. Some
 * commands print colors although their output is not a terminal.
 */
export function omitQuotedLines(text: string): string {
  return text
    .replace(ANSI_SEQUENCE, '')
    .split('\n')
    .filter((line) => !/^[\s│|]*\d+: /.test(line))
    .join('\n');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals use this character
const ANSI_SEQUENCE = /\u001b\[[\d;]*m/g;
