import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..');

export const PROVIDER = join(root, 'lib/provider/terraform-provider-netingress');

/** Arguments of Node for an empty process that waits like the provider, so that its memory can be read. */
export const EMPTY = ['-e', 'process.stdout.write("ready\\n"); setInterval(() => undefined, 1e6)'];

/**
 * PATH and the variables of Terraform that the provider needs; the cookie is a constant of Terraform. Others, such as
 * NODE_EXTRA_CA_CERTS, would slow down every process.
 */
export const pluginEnvironment = {
  PATH: process.env['PATH'] ?? '',
  TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
  PLUGIN_PROTOCOL_VERSIONS: '5,6',
  PLUGIN_CLIENT_CERT: readFileSync(join(root, 'test/fixtures/tls-certificate-1.pem'), 'utf8'),
};

/**
 * Starts Node, calls `use` at its first output with the milliseconds until then, and ends the process. Returns what
 * `use` returns.
 */
export function withNode<Result>(
  args: readonly string[],
  use: (took: number, child: ChildProcess) => Promise<Result> | Result,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(process.execPath, [...args], { env: pluginEnvironment, stdio: ['ignore', 'pipe', 'ignore'] });
    child.once('error', reject);
    child.stdout.once('data', async () => {
      const result = await use(performance.now() - began, child);
      child.once('close', () => resolve(result));
      child.kill('SIGTERM');
    });
  });
}

/** Memory of a process in MiB: `now`, and `most` until now. Read from /proc, so on Linux only. */
export interface Memory {
  readonly now: number;
  readonly most: number;
  /** Current memory without pages of files, which processes share. */
  readonly own: number;
}

/** Undefined if the process has ended and its parent has not collected it yet. Throws if there is no such process. */
export function memoryOf(pid: number): Memory | undefined {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mebibytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1024;
  const [now, most, own] = [mebibytes('VmRSS'), mebibytes('VmHWM'), mebibytes('RssAnon')];
  return now > 0 ? { now, most, own } : undefined;
}

const SAMPLE_MS = 20;

/**
 * Names of Node's processes; since version 24 the main thread is named separately. The last is musl's loader, in 15
 * characters.
 */
const NODE_NAMES = ['node', 'MainThread', 'ld-musl-x86_64.'];

/**
 * Samples the Node processes whose working directory is the folder, every 20 ms until the returned function is called,
 * which returns the last sample of each, in the order in which they were seen first.
 */
export function watchMemory(folder: string): () => Memory[] {
  const seen = new Map<number, Memory>();
  const sample = (pid: number): void => {
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) !== folder) return;
      if (!NODE_NAMES.includes(readFileSync(`/proc/${pid}/comm`, 'utf8').trim())) return;
      const memory = memoryOf(pid);
      if (memory) seen.set(pid, memory);
    } catch {
      // The process has ended, or belongs to another user.
    }
  };
  const timer = setInterval(() => {
    for (const name of readdirSync('/proc')) if (/^\d+$/.test(name)) sample(Number(name));
  }, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return [...seen.values()];
  };
}
