import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleProvider } from '../../../scripts/build-provider';
import { createWorkspace } from '../../support/plugin/workspace';

jest.setTimeout(60_000);

let folder: string;
let executable: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nx-'));
  executable = join(folder, 'provider.cjs');
  await bundleProvider(join(__dirname, '../../support/plugin/entry.ts'), executable, '1.0.0');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Started {
  readonly child: ReturnType<typeof spawn>;
  readonly texts: { stdout: string; stderr: string };
  readonly code: Promise<number | null>;
}

function start(args: readonly string[], environment: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [executable, ...args], {
    env: { PATH: process.env['PATH'], TMPDIR: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  child.stdout?.on('data', (text) => {
    texts.stdout += text;
  });
  child.stderr?.on('data', (text) => {
    texts.stderr += text;
  });
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, texts, code };
}

async function printed({ texts, child }: Started, pattern: RegExp): Promise<RegExpExecArray> {
  for (;;) {
    const match = pattern.exec(texts.stdout);
    if (match) return match;
    await new Promise((resolve) => child.stdout?.once('data', resolve));
  }
}

const COOKIE = { TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2' };
const sockets = (): string[] => readdirSync(folder).filter((name) => name.startsWith('tf-provider-'));

test('started manually it prints usage on standard error and exits with 1', async () => {
  const started = start([]);
  expect(await started.code).toBe(1);
  expect(started.texts.stdout).toBe('');
  expect(started.texts.stderr).toContain('This is a Terraform provider. Terraform and OpenTofu start it');
});

test('started with the magic cookie it prints only the handshake line and survives Ctrl-C', async () => {
  const started = start([], { ...COOKIE, PLUGIN_PROTOCOL_VERSIONS: '6,5' });
  await printed(started, /^1\|6\|unix\|.*\/provider\.sock\|grpc\|\n$/);
  started.child.kill('SIGINT');
  // SIGTERM ends it, once the sender of both signals had the time to call Shutdown.
  started.child.kill('SIGTERM');
  expect(await started.code).toBe(143);
  expect(started.texts.stderr).toBe('');
  expect(sockets()).toEqual([]);
});

test('with --debug it prints the variable for Terraform and serves until Ctrl-C', async () => {
  const started = start(['--debug']);
  const [, variable = ''] = await printed(started, /TF_REATTACH_PROVIDERS='(.*)'\n/);
  const workspace = createWorkspace();
  try {
    workspace.configure('resource "memory_thing" "one" {\n  name = "a"\n}\n');
    const environment = { TF_REATTACH_PROVIDERS: variable };
    for (const command of ['apply', 'destroy']) {
      expect(await workspace.terraform([command, '-auto-approve'], environment)).toMatchObject({ code: 0 });
    }
  } finally {
    workspace.remove();
  }
  started.child.kill('SIGINT');
  expect(await started.code).toBe(0);
  expect(sockets()).toEqual([]);
});
