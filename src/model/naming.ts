/** Names of the constructs, of their files and of Terraform's types, from the model's lower snake case. */

/** Names become the same ones again and again, by the names they are made of. */
const camelCaseCache = new Map<string, string>();

/** `ip_policy_id` is `ipPolicyId`. */
export function camelCase(name: string): string {
  const known = camelCaseCache.get(name) ?? name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  camelCaseCache.set(name, known);
  return known;
}

/** `ip_policy_rule` is `IpPolicyRule`. */
export function pascalCase(name: string): string {
  const camel = camelCase(name);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}

/** `ip_policy_rule` is `ip-policy-rule`. */
export function kebabCase(name: string): string {
  return name.replaceAll('_', '-');
}

/** Prefix of the provider's resource types. */
const typePrefix = 'netingress_';

/** Name of the kind (or of the resource of our own making) behind a Terraform type; undefined for other providers' types. */
export function kindNameOf(type: string): string | undefined {
  return type.startsWith(typePrefix) ? type.slice(typePrefix.length) : undefined;
}
