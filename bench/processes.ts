/** Processes as the benchmarks start and look at them. Memory is read from /proc, so on Linux only. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..');

/** The provider that the build makes. */
export const PROVIDER = join(root, 'lib/provider/terraform-provider-netingress');

/** A process that does nothing, and waits like the provider does, so that its memory can be read. */
export const EMPTY = ['-e', 'process.stdout.write("ready\\n"); setInterval(() => undefined, 1e6)'];

/** What Terraform gives a provider, and nothing else: variables such as NODE_EXTRA_CA_CERTS slow down every process. */
const environment = {
  PATH: process.env['PATH'] ?? '',
  TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
  PLUGIN_PROTOCOL_VERSIONS: '5,6',
  PLUGIN_CLIENT_CERT: readFileSync(join(root, 'test/fixtures/tls-certificate-1.pem'), 'utf8'),
};

/** Starts Node; answers the milliseconds until its first output with the process, which is ended after `use`. */
export function started<Result>(
  args: readonly string[],
  use: (took: number, child: ChildProcess) => Promise<Result> | Result,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(process.execPath, [...args], { env: environment, stdio: ['ignore', 'pipe', 'ignore'] });
    child.once('error', reject);
    child.stdout.once('data', async () => {
      const result = await use(performance.now() - began, child);
      child.once('close', () => resolve(result));
      child.kill('SIGTERM');
    });
  });
}

/** Megabytes that a process has now, and the most that it had. */
export interface Memory {
  readonly now: number;
  readonly most: number;
}

/** The memory of a process; undefined when it has none any more. */
export function memoryOf(pid: number): Memory | undefined {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1024;
  const [now, most] = [megabytes('VmRSS'), megabytes('VmHWM')];
  return now > 0 ? { now, most } : undefined;
}

const LOOK_MS = 20;

/** Names of Node's processes; since version 24 its main thread has a name of its own. */
const NODE_NAMES = ['node', 'MainThread'];

/** Looks at the Node processes that run in a folder until told to stop, which answers the last look at each, in their order. */
export function watchMemory(folder: string): () => Memory[] {
  const seen = new Map<number, Memory>();
  const look = (pid: number): void => {
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) !== folder) return;
      if (!NODE_NAMES.includes(readFileSync(`/proc/${pid}/comm`, 'utf8').trim())) return;
      const memory = memoryOf(pid);
      if (memory) seen.set(pid, memory);
    } catch {
      // It has ended, or belongs to somebody else.
    }
  };
  const timer = setInterval(() => {
    for (const name of readdirSync('/proc')) if (/^\d+$/.test(name)) look(Number(name));
  }, LOOK_MS);
  return () => {
    clearInterval(timer);
    return [...seen.values()];
  };
}
