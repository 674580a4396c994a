import { DEFAULT_ACCOUNT, toPlanAccount } from '../objects/accounts';
import type { AccountRef } from '../objects/objects';
import { omitPrefixes } from '../terraform/configuration/evaluate';
import { listProviders } from '../terraform/configuration/plan-gaps';
import type { ConfiguredExpression, PlanJson } from '../terraform/plan-json';
import { parseSteps, type Step } from '../values/address';
import { isJsonObject, type Json } from '../values/json';

const SETTINGS = ['base_url', 'api_key', 'account_object', 'profile'] as const;

export interface PlanAccount {
  readonly account: AccountRef;
  /** The settings whose values are strings that the plan has; the environment may give further ones. */
  readonly settings: Readonly<Partial<Record<(typeof SETTINGS)[number], string>>>;
  /**
   * The names of other configured settings without which the account cannot be read: `api_key`, if its value is
   * `local.key`.
   */
  readonly unknown: readonly string[];
}

/**
 * `netingress.staging { api_key = var.key }` -> `{ account: 'netingress.staging', settings: { api_key: 'the-key' } }`.
 * If several configurations have one account, only the last is returned. A plan without a configuration of the provider
 * has the account of the environment.
 */
export function listPlanAccounts(plan: PlanJson): PlanAccount[] {
  const found = listProviders(plan).map(([key, { expressions = {}, module_address: module }]): PlanAccount => {
    const configured = SETTINGS.filter((name) => expressions[name] !== undefined);
    // `var.key` in a module is a variable of the module, whose values a plan does not have.
    const values = configured.map((name) => [name, readValue(module === undefined ? plan : {}, expressions[name])]);
    return {
      account: toPlanAccount(plan, key),
      settings: Object.fromEntries(values.filter(([, value]) => typeof value === 'string')) as PlanAccount['settings'],
      unknown: values.flatMap(([name, value]) =>
        name !== 'account_object' && value === undefined ? [String(name)] : [],
      ),
    };
  });
  const all = found.length > 0 ? found : [{ account: DEFAULT_ACCOUNT, settings: {}, unknown: [] }];
  return [...new Map(all.map((each) => [each.account, each])).values()];
}

/**
 * The value of an argument of a provider block. Null means that it is not set: the value of the variable is null, or
 * has no such member. Undefined: the value is not known, or no string. A plan has the values of variables, but of an
 * expression only its references. So `"${var.url}/v2"` cannot be told from `var.url`: for both, this returns the value
 * of the variable.
 */
function readValue({ variables = {} }: PlanJson, expression: ConfiguredExpression = {}): string | null | undefined {
  const { constant_value: literal, references = [] } = expression;
  const [first = ''] = references;
  const [root, name, ...path] = parseSteps(first) ?? [];
  const isOnlyReference = omitPrefixes(references).every((reference) => reference === first);
  const variable = isStep(root, 'var') && name && 'name' in name && isOnlyReference ? variables[name.name] : undefined;
  const value = literal === undefined ? variable && followPath(variable.value as Json, path) : literal;
  return typeof value === 'string' || value === null ? value : undefined;
}

function isStep(step: Step | undefined, name: string): boolean {
  return step !== undefined && 'name' in step && step.name === name;
}

function followPath(value: Json, path: readonly Step[]): Json | undefined {
  return path.reduce<Json | undefined>((parent, step) => {
    const key = 'name' in step ? step.name : step.key;
    if (Array.isArray(parent)) return (parent as readonly Json[])[Number(key)];
    // A plan has the value of a variable as it was given, without members that `optional(string)` makes null, and
    // without defaults: for `optional(string, "a")` this returns null, too.
    return isJsonObject(parent) ? (parent[key] ?? null) : undefined;
  }, value);
}
