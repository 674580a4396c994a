/**
 * Synthesis of 5,000 rules of one policy, as single `IpPolicyRule` constructs and through one `IpAllowList`, as ratios to
 * 5,000 null resources of `@cdktf/provider-null` in the same run. Ends with status 1 if a ratio is above its limit.
 *
 *     npx tsx scripts/build.ts --if-stale && npx tsx bench/synth.ts [rounds]
 *
 * A measurement is `app.synth()` of a new app, with its constructors, validation, rendering and the file, in a process
 * of its own that did the same with 500 of them ten times before. The CDKTF library keeps what it resolved, so in
 * one process each case would pay for those before it.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provider, resource } from '@cdktf/provider-null';
import { App, TerraformStack } from 'cdktf';
import { compare, ratioOf, report } from './harness';

/** The package as it is installed: compiled, without source maps. */
const { IpAllowList, IpPolicy, IpPolicyRule, NetingressProvider } = require('../lib') as typeof import('../src');

const COUNT = 5000;
const WARM_UPS = 10;

interface Case {
  readonly name: string;
  readonly limit?: number;
  readonly fill: (stack: TerraformStack, count: number) => void;
}

/** 5,000 disjoint networks, half of them IPv6. */
function cidr(n: number): string {
  return n % 2 === 0 ? `203.${n >> 9}.${(n >> 1) & 255}.0/25` : `2001:db8:${n.toString(16)}::/48`;
}

const cases: readonly [Case, ...Case[]] = [
  {
    name: '5,000 null resources',
    fill(stack, count) {
      // The CDKTF library copies an executable into each stack, independent of the number of resources.
      new NetingressProvider(stack, 'netingress');
      new provider.NullProvider(stack, 'null');
      for (let n = 0; n < count; n++) new resource.Resource(stack, `null-${n}`, { triggers: { cidr: cidr(n) } });
    },
  },
  {
    name: '5,000 IpPolicyRule',
    limit: 1.5,
    fill(stack, count) {
      new NetingressProvider(stack, 'netingress');
      const policy = new IpPolicy(stack, 'policy', { description: 'bench' });
      for (let n = 0; n < count; n++)
        new IpPolicyRule(stack, `rule-${n}`, { ipPolicyId: policy.id, cidr: cidr(n), action: 'allow' });
    },
  },
  {
    name: 'IpAllowList of 5,000',
    limit: 0.3,
    fill(stack, count) {
      new NetingressProvider(stack, 'netingress');
      const list = new IpAllowList(stack, 'list', { description: 'bench' });
      for (let n = 0; n < count; n++) list.allow(cidr(n), `network ${n}`);
    },
  },
];

function measure({ fill }: Case, count: number): number {
  const outdir = mkdtempSync(join(tmpdir(), 'netingress-bench-'));
  try {
    const start = process.hrtime.bigint();
    const app = new App({ outdir });
    fill(new TerraformStack(app, 'bench'), count);
    app.synth();
    const time = Number(process.hrtime.bigint() - start) / 1e6;
    if (!readdirSync(join(outdir, 'stacks', 'bench')).includes('cdk.tf.json'))
      throw new Error('No stack was synthesized');
    return time;
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

function measureApart(index: number): number {
  const args = [...process.execArgv, __filename, '--case', String(index)];
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

async function main(rounds: number): Promise<void> {
  const medians = await compare(
    rounds,
    cases.map(({ name }, index) => ({ name, run: () => measureApart(index) })),
  );
  const findings = cases.slice(1).map(({ name, limit }) => ratioOf(medians, name, cases[0].name, limit));
  process.exitCode = report({ title: `Synthesis of ${COUNT} rules`, findings }) > 0 ? 1 : 0;
}

const [first = '5', index] = process.argv.slice(2);
const chosen = first === '--case' ? cases[Number(index)] : undefined;
if (chosen) {
  for (let warmUp = 0; warmUp < WARM_UPS; warmUp++) measure(chosen, COUNT / WARM_UPS);
  console.log(measure(chosen, COUNT));
} else void main(Number(first));
