/** `ip_policy_id` becomes `ipPolicyId`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `ip_policy_rule` becomes `IpPolicyRule`. */
export function pascalCase(name: string): string {
  const camel = camelCase(name);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}

/** `ip_policy_rule` becomes `ip-policy-rule`. */
export function kebabCase(name: string): string {
  return name.replaceAll('_', '-');
}

const TYPE_PREFIX = 'netingress_';

/** The Terraform type of a kind or composite: `ip_policy` becomes `netingress_ip_policy`. */
export function resourceType({ name }: { readonly name: string }): string {
  return TYPE_PREFIX + name;
}

/**
 * Returns the name of the kind or composite of a Terraform type: `netingress_ip_policy` -> `ip_policy`, without a check
 * that it exists. Undefined for types of other providers.
 */
export function parseKindName(type: string): string | undefined {
  return type.startsWith(TYPE_PREFIX) ? type.slice(TYPE_PREFIX.length) : undefined;
}
