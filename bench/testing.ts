/**
 * Time of the testing kit for a stack of three objects, compared with `terraform init` and a provider that Terraform
 * starts, which is how tests work without the kit.
 *
 *   npx tsx scripts/build.ts --if-stale && npx tsx bench/testing.ts
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, TerraformStack } from 'cdktf';
import { createEmulator } from '../src/emulator';
import { IpPolicy, IpPolicyRule, IpRestriction, NetingressProvider } from '../src/index';
import { isolatedEnvironment } from '../src/terraform/environment';
import { findBinary } from '../src/terraform/find-binary';
import { run } from '../src/terraform/run';
import { startIngress } from '../src/testing';
import { median, timed } from './harness';

const ROUNDS = 7;
const folder = mkdtempSync(join(tmpdir(), 'netingress-bench-'));

function stackIn(outdir: string): TerraformStack {
  const stack = new TerraformStack(new App({ outdir }), 'access');
  new NetingressProvider(stack, 'netingress');
  const policy = new IpPolicy(stack, 'offices', { description: 'Offices' });
  new IpPolicyRule(stack, 'berlin', { ipPolicyId: policy.id, cidr: '203.0.113.0/24', action: 'allow' });
  new IpRestriction(stack, 'dashboard', { type: 'dashboard', ipPolicyIds: [policy.id] });
  return stack;
}

/** Milliseconds by step, of one round. */
type Times = Readonly<Record<'deploy' | 'plan' | 'destroy', number>>;

/** With the kit; a new service for each round, as in each test file. */
async function withKit(round: number): Promise<Times> {
  const ingress = await startIngress();
  const stack = stackIn(join(folder, `kit-${round}`));
  try {
    return {
      deploy: await timed(() => ingress.deploy(stack)),
      plan: await timed(() => ingress.plan(stack)),
      destroy: await timed(() => ingress.destroy(stack)),
    };
  } finally {
    await ingress.close();
  }
}

async function withoutKit(round: number, binary: string): Promise<Times> {
  const emulator = createEmulator();
  const outdir = join(folder, `plain-${round}`);
  const stack = stackIn(outdir);
  try {
    const { url } = await emulator.listen();
    const variables = { NETINGRESS_BASE_URL: url, NETINGRESS_API_KEY: 'bench-key' };
    const env = await isolatedEnvironment({ folder: outdir, searchPath: process.env['PATH'] ?? '', variables });
    const terraform = async (...args: string[]): Promise<void> => {
      const { status, stderr } = await run(binary, args, { cwd: join(outdir, 'stacks/access'), env });
      if (status !== 0) throw new Error(stderr);
    };
    return {
      deploy: await timed(async () => {
        (stack.node.root as App).synth();
        await terraform('init');
        await terraform('apply', '-auto-approve');
      }),
      plan: await timed(() => terraform('plan')),
      destroy: await timed(() => terraform('destroy', '-auto-approve')),
    };
  } finally {
    await emulator.close();
  }
}

async function main(): Promise<void> {
  const binary = await findBinary(process.env['PATH'] ?? '');
  if (binary === undefined) throw new Error('Neither terraform nor tofu is on the PATH');
  const rounds: { readonly kit: Times; readonly plain: Times }[] = [];
  // The first round does not count: it loads modules and files that later rounds have.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const times = { kit: await withKit(round), plain: await withoutKit(round, binary) };
    if (round > 0) rounds.push(times);
  }
  for (const step of ['deploy', 'plan', 'destroy'] as const) {
    const kit = median(rounds.map((times) => times.kit[step]));
    const plain = median(rounds.map((times) => times.plain[step]));
    console.log(
      `${step}: ${(kit / plain).toFixed(2)} of a run without the kit (${kit.toFixed(0)} ms to ${plain.toFixed(0)} ms, medians of ${ROUNDS})`,
    );
  }
}

main()
  .catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  })
  .finally(() => rmSync(folder, { recursive: true, force: true }));
