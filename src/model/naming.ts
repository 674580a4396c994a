/** Names of constructs and their files, from the lower snake case of the model. */

/** `ip_policy_id` is `ipPolicyId`. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
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
