/**
 * Synthesis of 5,000 rules of one policy, as single `IpPolicyRule` constructs and through one `IpAllowList`, as ratios to
 * 5,000 null resources of `@cdktf/provider-null` in the same run. Prints the ratios of the medians, and ends with status
 * 1 if one is above its limit.
 *
 *     npx tsx scripts/build.ts --if-stale && npx tsx bench/synth.ts [rounds]
 *
 * A measurement is `app.synth()` of a new app, with its constructors, validation, rendering and the file, in a process
 * of its own that did the same three times before: the core keeps what it resolved for as long as a process lives, so that in
 * one process each case would pay for those before it.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provider, resource } from '@cdktf/provider-null';
import { App, TerraformStack } from 'cdktf';

/** The package as it is installed: compiled, without source maps. */
const { IpAllowList, IpPolicy, IpPolicyRule, NetingressProvider } = require('../lib') as typeof import('../src');

const COUNT = 5000;

interface Case {
  readonly name: string;
  /** Most that the ratio may be. */
  readonly limit?: number;
  readonly fill: (stack: TerraformStack) => void;
}

/** 5,000 networks that are apart from each other, half of them of IPv6. */
function cidr(n: number): string {
  return n % 2 === 0 ? `203.${n >> 9}.${(n >> 1) & 255}.0/25` : `2001:db8:${n.toString(16)}::/48`;
}

const cases: readonly Case[] = [
  {
    name: '5,000 null resources',
    fill(stack) {
      new provider.NullProvider(stack, 'null');
      for (let n = 0; n < COUNT; n++) new resource.Resource(stack, `null-${n}`, { triggers: { cidr: cidr(n) } });
    },
  },
  {
    name: '5,000 IpPolicyRule',
    limit: 1.5,
    fill(stack) {
      new NetingressProvider(stack, 'netingress');
      const policy = new IpPolicy(stack, 'policy', { description: 'bench' });
      for (let n = 0; n < COUNT; n++)
        new IpPolicyRule(stack, `rule-${n}`, { ipPolicyId: policy.id, cidr: cidr(n), action: 'allow' });
    },
  },
  {
    name: 'IpAllowList of 5,000',
    limit: 0.3,
    fill(stack) {
      new NetingressProvider(stack, 'netingress');
      const list = new IpAllowList(stack, 'list', { description: 'bench' });
      for (let n = 0; n < COUNT; n++) list.allow(cidr(n), `network ${n}`);
    },
  },
];

function measure({ fill }: Case): number {
  const outdir = mkdtempSync(join(tmpdir(), 'netingress-bench-'));
  try {
    const start = process.hrtime.bigint();
    const app = new App({ outdir });
    fill(new TerraformStack(app, 'bench'));
    app.synth();
    const time = Number(process.hrtime.bigint() - start) / 1e6;
    if (!readdirSync(join(outdir, 'stacks', 'bench')).includes('cdk.tf.json'))
      throw new Error('nothing was synthesised');
    return time;
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[times.length >> 1] as number;
}

function measureApart(index: number): number {
  const args = [...process.execArgv, __filename, '--case', String(index)];
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

function compare(rounds: number): void {
  const times = cases.map((): number[] => []);
  for (let round = 0; round < rounds; round++)
    for (const index of cases.keys()) times[index]?.push(measureApart(index));
  const [base = 0, ...others] = times.map(median);
  console.log(`${cases[0]?.name}: ${base.toFixed(0)} ms, the median of ${rounds} rounds`);
  for (const [index, time] of others.entries()) {
    const { name, limit = 0 } = cases[index + 1] as Case;
    const ratio = time / base;
    console.log(`${name}: ${ratio.toFixed(2)} of that (${time.toFixed(0)} ms), at most ${limit}`);
    if (ratio > limit) process.exitCode = 1;
  }
}

const [first = '7', index] = process.argv.slice(2);
const chosen = first === '--case' ? cases[Number(index)] : undefined;
if (chosen) {
  for (let warmUp = 0; warmUp < 3; warmUp++) measure(chosen);
  console.log(measure(chosen));
} else compare(Number(first));
