/** What a resource waits for, as far as its own block says: another one may be written before or after it. Pure. */
import type { PlanJson } from '../plan-json';
import { formatAddress, parseAddress, withoutKeys } from './address';
import { findModule } from './planned-values';

/** Returns whether `depends_on` of the resource, or one of these arguments, names a resource or a module that contains it. */
export function createWaitsFor(
  { configuration }: PlanJson,
  text: string,
  args: readonly string[] = [],
): (other: string) => boolean {
  const address = parseAddress(text);
  const found =
    address &&
    findModule(configuration?.root_module, address.module)?.resources?.find(
      ({ mode, type, name }) => mode === address.mode && type === address.type && name === address.name,
    );
  const prefix = address?.module.map(({ name }) => `module.${name}.`).join('') ?? '';
  const referred = args.flatMap((name) => {
    const { references = [], constant_value: constant } = found?.expressions?.[name] ?? {};
    return [...references, ...findReferred(JSON.stringify(constant ?? null))].map(toResource);
  });
  const named = [...(found?.depends_on ?? []), ...referred].map((each) => `${prefix}${each}`);
  return (other) => {
    const parsed = parseAddress(other);
    const plain = parsed ? formatAddress(withoutKeys(parsed)) : other;
    return named.some((each) => plain === each || plain.startsWith(`${each}.`));
  };
}

/** The references of a configuration in JSON, whose strings are templates. */
function findReferred(text: string): string[] {
  return [...text.matchAll(/\$\{([^}]*)\}/g)].flatMap(([, expression = '']) =>
    [...expression.matchAll(/(?<![\w.])netingress_\w+\.[\w-]+/g)].map(([reference]) => reference),
  );
}

/** `netingress_ip_policy_rules.office["eu"].ip_policy_id` -> `netingress_ip_policy_rules.office` */
function toResource(reference: string): string {
  return /^netingress_\w+\.[\w-]+/.exec(reference)?.[0] ?? reference;
}
