/** How long the provider takes from its start to its handshake, and how much memory it has then, next to an empty Node. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Candidate, compare, type Finding, ratioOf, report } from './harness';

const root = join(__dirname, '..');
const provider = join(root, 'lib/provider/terraform-provider-netingress');
const environment = {
  PATH: process.env['PATH'] ?? '',
  TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
  PLUGIN_PROTOCOL_VERSIONS: '5,6',
  PLUGIN_CLIENT_CERT: readFileSync(join(root, 'test/fixtures/tls-certificate-1.pem'), 'utf8'),
};
/** Waits like the provider does, so that its memory can be read. */
const EMPTY = ['-e', 'process.stdout.write("ready\\n"); setInterval(() => undefined, 1e6)'];
const SETTLE_MS = 400;

/** Starts Node and answers the milliseconds until its first output, and with `settle` its memory (MB) some time after. */
function start(args: readonly string[], settle: boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(process.execPath, [...args], { env: environment, stdio: ['ignore', 'pipe', 'ignore'] });
    child.once('error', reject);
    child.stdout.once('data', () => {
      const took = performance.now() - began;
      const end = (result: number): void => {
        child.once('close', () => resolve(result));
        child.kill('SIGTERM');
      };
      if (settle) setTimeout(() => end(residentMegabytes(child.pid ?? 0)), SETTLE_MS);
      else end(took);
    });
  });
}

/** Linux only. */
function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

const candidates = (settle: boolean): Candidate[] => [
  { name: 'empty Node', run: () => start(EMPTY, settle) },
  { name: 'provider', run: () => start([provider], settle) },
];

async function main(): Promise<void> {
  const times = await compare(21, candidates(false));
  const memory = await compare(5, candidates(true));
  const findings: Finding[] = [
    { ...ratioOf(times, 'provider', 'empty Node', 1.6), name: 'start to handshake' },
    { ...ratioOf(memory, 'provider', 'empty Node', 1.5), name: 'memory after the handshake' },
    ...partsOf(readFileSync(provider, 'latin1')),
  ];
  process.exitCode = report('The start of the provider', findings) > 0 ? 1 : 0;
}

/** The code by when it is loaded: what comes before the handshake, and each late part, so that growth is seen. */
function partsOf(file: string): Finding[] {
  const parts = [...file.matchAll(/^\/\/late ([\w/@.-]+) .*$/gm)];
  const early = file.length - parts.reduce((sum, [line]) => sum + line.length, 0);
  return [
    ['before the handshake', early] as const,
    ...parts.map(([line, name]) => [`late: ${name}`, line.length] as const),
  ].map(([name, bytes]) => ({ name, value: bytes / 1024, unit: ' KiB' }));
}

void main();
