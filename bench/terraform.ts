import type { JsonObject } from '../src/values/json';
import { createWorkspace, type Resources, type Workspace } from '../test/support/acceptance/workspace';

const tf = (expression: string): string => `\${${expression}}`;

/** `count` different addresses with their mask, 10.0.0.0/32 and on. */
export function cidrs(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}/32`);
}

export function singleRules(count: number): Resources {
  const rules = cidrs(count).map((cidr, n): [string, JsonObject] => [
    `r${n}`,
    { ip_policy_id: tf('netingress_ip_policy.p.id'), cidr, action: 'allow' },
  ]);
  return { netingress_ip_policy: { p: {} }, netingress_ip_policy_rule: Object.fromEntries(rules) };
}

export function ruleSet(count: number): Resources {
  const rules = Object.fromEntries(cidrs(count).map((cidr) => [cidr, { action: 'allow' }]));
  return {
    netingress_ip_policy: { p: {} },
    netingress_ip_policy_rules: { all: { ip_policy_id: tf('netingress_ip_policy.p.id'), rules } },
  };
}

/** `count` resources of Terraform's built-in type `terraform_data`, each as large as a rule. */
export function builtIn(count: number): Resources {
  const rows = cidrs(count).map((cidr, n): [string, JsonObject] => [
    `r${n}`,
    { input: { ip_policy_id: 'ipp_0123456789', cidr, action: 'allow' } },
  ]);
  return { terraform_data: Object.fromEntries(rows) };
}

/** `provider` is the path of another provider than the built one. */
export async function workspaceOf(url: string, resources: Resources, provider?: string): Promise<Workspace> {
  const workspace = await createWorkspace(url, provider);
  await workspace.configure(resources);
  return workspace;
}
