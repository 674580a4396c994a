export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

export function pascalCase(name: string): string {
  const camel = camelCase(name);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}

export function kebabCase(name: string): string {
  return name.replaceAll('_', '-');
}

const TYPE_PREFIX = 'netingress_';

export function resourceType({ name }: { readonly name: string }): string {
  return TYPE_PREFIX + name;
}

/** `netingress_ip_policy` -> `ip_policy`, without a check that it exists. Undefined for types of other providers. */
export function parseKindName(type: string): string | undefined {
  return type.startsWith(TYPE_PREFIX) ? type.slice(TYPE_PREFIX.length) : undefined;
}
