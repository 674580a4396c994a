/** Judges stacks by the aspect, and their real plan by Rego. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Aspects, type TerraformStack } from 'cdktf';
import { checkovId } from '../../../scripts/lib/checkov-policies';
import { SecurityPolicies } from '../../../src';
import type { Json, JsonObject } from '../../../src/model/json';
import { SECURITY_POLICY_IDS } from '../../../src/policies/policies';
import type { PlanJson } from '../../../src/terraform/plan-json';
import type { Resources, Workspace } from '../acceptance/workspace';
import { annotationsOf } from '../constructs/annotations';
import { render } from '../constructs/synth';

const REGO = join(__dirname, '../../../policies/rego');
const CHECKOV = join(__dirname, '../../../policies/checkov');

/** A finding as `<policy> <name of the resource>`. */
export type FindingText = string;

export interface RegoFinding {
  readonly policy: string;
  readonly address: string;
  readonly msg: string;
  readonly severity: string;
  readonly decided: boolean;
}

/** The modules of the package in OPA's library, whose source Go's checksum file pins. */
export interface Opa {
  evaluate(query: string, input: unknown, folder?: string): unknown;
  remove(): void;
}

/** Takes a minute without Go's build cache. */
export function buildOpa(): Opa {
  const folder = mkdtempSync(join(tmpdir(), 'netingress-opa-'));
  const program = join(folder, 'evaluate');
  execFileSync('go', ['build', '-mod=readonly', '-o', program, '.'], {
    cwd: join(__dirname, 'go'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return {
    evaluate(query, input, modules = REGO) {
      const options = { input: JSON.stringify(input), encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
      return JSON.parse(execFileSync(program, [modules, query], options)) as unknown;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The findings of each plan, in one evaluation. `config` is `data.netingress_config`. */
export function judgeByRego(opa: Opa, plans: readonly unknown[], config: Json = {}): RegoFinding[][] {
  const query = `[found | plan := input.plans[_]; config := input.config; found := data.netingress.findings with input as plan with data.netingress_config as config]`;
  return opa.evaluate(query, { plans, config }) as RegoFinding[][];
}

export function toText({ policy, address }: RegoFinding): FindingText {
  return `${policy} ${address.split('.').at(-1)}`;
}

/** Adds the aspect to the stack, and returns its findings. */
export function judgeByAspect(
  stack: TerraformStack,
  props?: ConstructorParameters<typeof SecurityPolicies>[0],
): FindingText[] {
  Aspects.of(stack).add(new SecurityPolicies(props));
  return [...new Set([...annotationsOf(stack, 'error'), ...annotationsOf(stack, 'warn')].map(toFinding))].sort();
}

/** The failed checks of this package. `NETINGRESS_TEST_CHECKOV` is the path of checkov. */
export function judgeByCheckov({ folder }: Workspace, plan: string): FindingText[] {
  const file = join(folder, 'plan.json');
  writeFileSync(file, plan);
  const ids = new Map(SECURITY_POLICY_IDS.map((id) => [checkovId(id), id]));
  const args = ['--framework', 'terraform_plan', '--file', file, '--external-checks-dir', CHECKOV, '--output', 'json'];
  const { stdout, stderr } = spawnSync(
    process.env['NETINGRESS_TEST_CHECKOV'] ?? '',
    [...args, '--check', [...ids.keys()].join(','), '--quiet', '--compact'],
    { encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  if (stdout === '') throw new Error(`checkov printed nothing: ${stderr}`);
  const { results } = JSON.parse(stdout) as {
    results: { failed_checks: readonly { check_id: string; resource: string }[] };
  };
  return results.failed_checks
    .map(({ check_id, resource }) => `${ids.get(check_id)} ${resource.split('.').at(-1)}`)
    .sort();
}

const OWN_MESSAGES = [
  ['no_open_network', /^The rules of the policy allow every /],
  ['description', /^description: is not set|have no description/],
] as const;

function toFinding(annotation: string): FindingText {
  const [, path = '', message = ''] = /^(\S+): (.*)$/s.exec(annotation) ?? [];
  const policy = /\[(\w+)\]$/.exec(message)?.[1] ?? OWN_MESSAGES.find(([, pattern]) => pattern.test(message))?.[0];
  if (policy === undefined) throw new Error(`${annotation} belongs to no policy`);
  return `${policy} ${path.split('/').at(-1)}`;
}

/** Plans all stacks at once, with the real terraform binary, and returns a plan for each. Names differ between the stacks. */
export async function planStacks(
  workspace: Workspace,
  stacks: readonly TerraformStack[],
  more: Resources = {},
): Promise<JsonObject[]> {
  const rendered = stacks.map((stack) => render(stack).resource);
  const merged: Record<string, Record<string, unknown>> = {};
  for (const resources of [...rendered, more])
    for (const [type, byName] of Object.entries(resources)) merged[type] = { ...merged[type], ...byName };
  await workspace.configure(merged);
  const plan = await workspace.plan();
  return rendered.map((resources) => select(plan, resources));
}

function select(plan: PlanJson, resources: Resources): JsonObject {
  const addresses = new Set(
    Object.entries(resources).flatMap(([type, byName]) => Object.keys(byName).map((name) => `${type}.${name}`)),
  );
  const changes = (plan.resource_changes ?? []).filter(({ address }) => addresses.has(address));
  // Hundreds of copies of what no policy reads would be larger than a string may be.
  return { ...plan, resource_changes: changes, planned_values: {}, configuration: {}, prior_state: {} } as never;
}
