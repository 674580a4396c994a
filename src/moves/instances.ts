/** Expands configured resources with `count` or `for_each` to their instances. */
import type { ConfiguredResource, Repetition } from '../model/inventory';
import { isJsonObject, type Json, type JsonObject } from '../model/json';

/** One instance of a resource of the configuration or of a state. */
export interface Instance {
  readonly stack: string;
  /** Address with instance key: `netingress_ip_policy.office["eu"]`. */
  readonly address: string;
  readonly type: string;
  readonly values: JsonObject;
  /** The id of the object, if it is known. */
  readonly id?: string;
}

/** What `each` and `count` are within one instance. */
interface InstanceScope {
  readonly key: string | number;
  readonly value: Json;
}

/** Returns the instances, or undefined if Terraform must evaluate an expression to know them. */
export function expandInstances(resource: ConfiguredResource): Instance[] | undefined {
  const { stack, address, type, values, repetition } = resource;
  if (!repetition) return [{ stack, address, type, values }];
  return instanceScopes(repetition)?.map((scope) => ({
    stack,
    type,
    address: `${address}[${JSON.stringify(scope.key)}]`,
    values: substitute(values, scope) as JsonObject,
  }));
}

function instanceScopes({ count, forEach }: Repetition): InstanceScope[] | undefined {
  if (forEach === undefined) {
    const length = typeof count === 'string' && /^\d+$/.test(count) ? Number(count) : count;
    if (typeof length !== 'number') return undefined;
    return Array.from({ length }, (_, key) => ({ key, value: key }));
  }
  if (isJsonObject(forEach)) return Object.entries(forEach).map(([key, value]) => ({ key, value: value ?? null }));
  return parseSet(forEach)?.map((key) => ({ key, value: key }));
}

/** Parses a list of strings, or `${toset(["a", "b"])}`. */
function parseSet(forEach: Json): string[] | undefined {
  const literal = typeof forEach === 'string' ? /^\$\{toset\((\[.*\])\)\}$/s.exec(forEach)?.[1] : undefined;
  try {
    const items: unknown = literal === undefined ? forEach : JSON.parse(literal);
    return Array.isArray(items) && items.every((item) => typeof item === 'string') ? items : undefined;
  } catch {
    return undefined;
  }
}

const EACH_OR_COUNT = /\$\{(each\.key|each\.value|count\.index)((?:\.[A-Za-z_][\w-]*|\["[^"\\]+"\])*)\}/g;

function substitute(value: Json | undefined, scope: InstanceScope): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => substitute(item, scope));
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, substitute(member, scope)]));
  if (typeof value !== 'string') return value ?? null;
  const whole = new RegExp(`^${EACH_OR_COUNT.source}$`).exec(value);
  if (whole) return findValue(scope, whole[1], whole[2]) ?? value;
  return value.replace(EACH_OR_COUNT, (expression, root: string, path: string) => {
    const found = findValue(scope, root, path);
    return typeof found === 'string' || typeof found === 'number' ? String(found) : expression;
  });
}

function findValue({ key, value }: InstanceScope, root: string | undefined, path = ''): Json | undefined {
  const steps = [...path.matchAll(/\.([\w-]+)|\["([^"]+)"\]/g)].map(([, plain, quoted]) => plain ?? quoted ?? '');
  const start: Json | undefined = root === 'each.value' ? value : key;
  return steps.reduce<Json | undefined>((found, step) => (isJsonObject(found) ? found[step] : undefined), start);
}
