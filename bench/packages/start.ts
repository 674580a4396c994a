/**
 * Time from start to handshake of the provider package with its own Node, compared with the script on the Node of the
 * PATH; and what an empty process of each Node takes. Interleaved rounds, without variables and with
 * NODE_EXTRA_CA_CERTS, which Node 20 reads at each start. Linux on amd64 only. Arguments `NAME=FILE` add launchers of
 * other packages.
 *
 *     npm run build && npx tsx bench/packages/start.ts
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { type Finding, median, runSection, type Section } from '../harness';
import { PROVIDER, pluginEnvironment } from '../processes';
import { type Command, PACKAGE, runtimeOf, SCRIPT, unpackPackage } from './packages';

const ROUNDS = process.argv.includes('--quick') ? 11 : 31;

/** Part of the script's time in which the package must start, in environments with more certificate authorities. */
const TARGET = 0.65;

/** One start: milliseconds until the first output, and processor time of all threads by then. */
interface Start {
  readonly wall: number;
  readonly processor: number;
}

async function measure(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'netingress-bench-'));
  try {
    const launcher = await unpackPackage(folder);
    const empty = join(folder, 'empty.js');
    writeFileSync(empty, `require('node:fs').writeSync(1, 'ready\\n'); setInterval(() => undefined, 1e6);\n`);
    const others = process.argv.slice(2).filter((argument) => argument.includes('='));
    const commands = new Map<string, Command>([
      [SCRIPT, [PROVIDER]],
      [PACKAGE, [launcher]],
      ...others.map((argument): [string, Command] => {
        const [name = '', file = ''] = argument.split('=');
        return [name, [file]];
      }),
      [`empty ${SCRIPT}`, [process.execPath, empty]],
      [`empty ${PACKAGE}`, [...runtimeOf(launcher), empty]],
    ]);
    const authorities = join(folder, 'authorities.pem');
    writeFileSync(authorities, rootCertificates.join('\n'));
    // The killed processes leave their sockets there.
    const plain = { TMPDIR: folder };
    const extra = { ...plain, NODE_EXTRA_CA_CERTS: authorities };
    return {
      title: 'Start to handshake of the provider with its own Node, relative to the script (ms)',
      findings: [
        ...(await compareStarts(commands, plain, 'no variables')),
        ...(await compareStarts(commands, extra, 'NODE_EXTRA_CA_CERTS', TARGET)),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compareStarts(
  commands: ReadonlyMap<string, Command>,
  variables: Readonly<Record<string, string>>,
  note: string,
  target?: number,
): Promise<Finding[]> {
  const starts = new Map<string, Start[]>([...commands.keys()].map((name) => [name, []]));
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [name, command] of commands) {
      const result = await start(command, variables);
      if (round > 0) starts.get(name)?.push(result);
    }
  const summary = (name: string, key: keyof Start, pick: (all: number[]) => number): number =>
    pick((starts.get(name) ?? []).map((each) => each[key]));
  const least = (all: number[]): number => Math.min(...all);
  return [...commands.keys()].slice(1).flatMap((name) => {
    const finding = (title: string, key: keyof Start, pick: (all: number[]) => number, atMost?: number): Finding => {
      const [value, base] = [summary(name, key, pick), summary(SCRIPT, key, pick)];
      const shown = `${value.toFixed(1)} against ${base.toFixed(1)}`;
      return { name: `${note}; ${name}: ${title}`, value: value / base, atMost, note: shown };
    };
    return [
      finding('median', 'wall', median, name === PACKAGE ? target : undefined),
      finding('minimum', 'wall', least),
      finding('median of user and system time', 'processor', median),
    ];
  });
}

/** Starts the program as Terraform does: without the other variables of this process. */
function start([program, ...args]: Command, variables: Readonly<Record<string, string>>): Promise<Start> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const env = { ...pluginEnvironment, ...variables };
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    child.once('error', reject);
    child.stdout.once('data', () => {
      const result = { wall: performance.now() - began, processor: processorTimeOf(child.pid ?? 0) };
      child.once('close', () => resolve(result));
      child.kill('SIGKILL');
    });
  });
}

const NANOSECONDS_PER_MS = 1e6;

/** Milliseconds that the threads of a process have run. */
function processorTimeOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  // 4567890 1234 56: nanoseconds on a processor, nanoseconds of waiting, and turns.
  const nanoseconds = threads.map((id) => {
    const [ran] = readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ');
    return Number(ran);
  });
  return nanoseconds.reduce((sum, each) => sum + each, 0) / NANOSECONDS_PER_MS;
}

runSection(measure);
