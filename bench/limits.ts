/**
 * At the exact rate limit: the duration of an apply, from the emulator's log, compared with the shortest that the limit
 * allows; and a plan, none of whose requests should wait. Takes minutes.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEmulator, type Emulator } from '../src/emulator';
import { type Finding, runSection, type Section } from './harness';
import { singleRules, workspaceOf } from './terraform';

/** The public service's rate limit (docs/internals/gaps.md section 0). */
const LIMIT = { requests: 120, seconds: 60 };
/** With --quick just enough to detect a defect: requests wait about a minute, which is the limit of the warning. */
const QUICK = process.argv.includes('--quick');
const CREATES = QUICK ? 130 : 300;
const UNCHANGED = 1_000;

const WARNING = 'The rate limit makes this run take longer than a minute';

async function measure(): Promise<Section> {
  const findings = [...(await applyAtTheLimit()), ...(await planAtTheLimit())];
  return { title: `At the exact limit of ${LIMIT.requests} requests in ${LIMIT.seconds} s`, findings };
}

/** Time from the first to the last request, divided by the minimum that the limit allows. */
async function applyAtTheLimit(): Promise<Finding[]> {
  return withService(async (emulator, url) => {
    // One of the objects is the policy.
    const workspace = await workspaceOf(url, singleRules(CREATES - 1));
    workspace.env['NETINGRESS_MAX_REQUESTS_PER_MINUTE'] = String(LIMIT.requests);
    try {
      const output = await workspace.ok('apply', '-no-color', '-auto-approve', '-parallelism=40');
      const log = emulator.requests();
      const times = log.map(({ time }) => Date.parse(time));
      const took = (Math.max(...times) - Math.min(...times)) / 1000;
      // The first 120 requests need not wait, and each further 120 start a window later.
      const best = Math.floor((log.length - 1) / LIMIT.requests) * LIMIT.seconds;
      const made = emulator.objects('ip_policy_rule').length + emulator.objects('ip_policy').length;
      return [
        {
          name: `apply of ${CREATES} creates / best possible`,
          value: took / best,
          atMost: 1.1,
          note: `${took} s of ${best} s`,
        },
        { name: 'apply: 429 responses', value: refused(log), unit: '', atMost: 0 },
        { name: 'apply: objects too many or too few', value: Math.abs(made - CREATES), unit: '', atMost: 0 },
        ...(QUICK
          ? []
          : [
              {
                name: 'apply: missing or repeated warnings of the limit',
                value: Math.abs(output.split(WARNING).length - 2),
                unit: '',
                atMost: 0,
              },
            ]),
      ];
    } finally {
      await workspace.remove();
    }
  });
}

async function planAtTheLimit(): Promise<Finding[]> {
  return withService(async (emulator, url) => {
    const workspace = await workspaceOf(url, singleRules(UNCHANGED));
    // Creates the objects without throttling: the emulator's clock advances by a window every millisecond.
    const timer = setInterval(() => emulator.clock.advance(LIMIT.seconds), 1);
    try {
      await workspace.apply();
      clearInterval(timer);
      emulator.clock.advance(LIMIT.seconds);
      const before = emulator.requests().length;
      workspace.env['NETINGRESS_MAX_REQUESTS_PER_MINUTE'] = String(LIMIT.requests);
      const trace = join(workspace.folder, 'trace.log');
      Object.assign(workspace.env, { TF_LOG_PROVIDER: 'TRACE', TF_LOG_PATH: trace });
      await workspace.ok('plan', '-no-color', '-detailed-exitcode');
      const log = emulator.requests().slice(before);
      return [
        // Ten pages of 100 rules and the policy, with one to spare.
        { name: `requests of a plan of ${UNCHANGED} rules`, value: log.length, unit: '', atMost: 12 },
        { name: 'plan: 429 responses', value: refused(log), unit: '', atMost: 0 },
        { name: 'plan: requests that waited for the limit', value: waited(trace), unit: '', atMost: 0 },
      ];
    } finally {
      clearInterval(timer);
      await workspace.remove();
    }
  });
}

function refused(log: ReturnType<Emulator['requests']>): number {
  return log.filter(({ status }) => status === 429).length;
}

/** A request that is not throttled is logged with a wait of 0 ms, or a few ms on a busy machine. */
const AT_ONCE_MS = 500;

function waited(trace: string): number {
  const times = [...readFileSync(trace, 'utf8').matchAll(/: request: .*\bwaited=(\d+)/g)].map(([, ms]) => Number(ms));
  if (times.length === 0) throw new Error('The log of the provider contains no request');
  return times.filter((ms) => ms > AT_ONCE_MS).length;
}

async function withService<Result>(use: (emulator: Emulator, url: string) => Promise<Result>): Promise<Result> {
  const emulator = createEmulator({ rateLimit: LIMIT });
  try {
    return await use(emulator, (await emulator.listen()).url);
  } finally {
    await emulator.close();
  }
}

runSection(measure);
