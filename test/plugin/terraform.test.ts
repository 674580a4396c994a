import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundleProvider } from '../../scripts/build-provider';
import { useFolder } from '../support/folder';
import { createWorkspace, isAlive, until, type Workspace } from '../support/plugin/workspace';
import { testInCi } from '../support/requirements';
import { type Ended, endAllScripts, type RunningScript } from '../support/script';

const THING = `
resource "memory_thing" "full" {
  name    = "a"
  size    = 0.1
  enabled = true
  ports   = [80, 443]
  tags    = ["b", "a"]
  labels  = { __proto__ = "x", y = "z" }
  rules   = [{ cidr = "10.0.0.0/8" }, { cidr = "::/0", action = "deny" }]
}

data "memory_echo" "one" {
  text = memory_thing.full.id
}

output "echo" {
  value = data.memory_echo.one.result
}
`;

const builds = useFolder({ forAll: true });
let workspace: Workspace;

beforeAll(async () => {
  const executable = join(builds.folder, 'provider');
  await bundleProvider(join(__dirname, '../support/plugin/entry.ts'), executable, '1.0.0');
  workspace = createWorkspace(executable);
  workspace.configure('');
  await succeeds(['init', '-no-color']);
});
afterAll(() => workspace?.remove());
beforeEach(() => workspace.reset());
afterEach(endAllScripts);

async function succeeds(args: readonly string[], environment?: Record<string, string>): Promise<Ended> {
  const ended = await workspace.terraform(args, environment);
  expect(ended).toMatchObject({ status: 0 });
  return ended;
}

const apply = ['apply', '-auto-approve', '-no-color'];
const plan = ['plan', '-detailed-exitcode', '-no-color'];

function thing(mode: string): string {
  return `resource "memory_thing" "one" {\n  name = "a"\n  mode = "${mode}"\n}\n`;
}

describe('terraform', () => {
  async function expectLifecycle(
    connections: 'encrypted' | 'plain',
    environment: Record<string, string>,
  ): Promise<void> {
    workspace.configure(THING);
    const applied = await succeeds(apply, environment);
    expect(applied.stdout).toContain('echo = "thing_1"');
    const rules = [{ action: null }, { action: 'deny' }];
    expect(workspace.state().resources.find(({ type }) => type === 'memory_thing')?.instances[0]).toMatchObject({
      attributes: { id: 'thing_1', tags: ['a', 'b'], labels: { y: 'z' }, rules },
      private: Buffer.from('{"made":true}').toString('base64'),
    });
    const { stderr } = await succeeds(['destroy', '-auto-approve', '-no-color'], { ...environment, TF_LOG: 'trace' });
    expect(stderr).toMatch(/\[INFO\] {2}provider\.terraform-provider-memory: hello next to \[redacted]: .*result=42/);
    expect(stderr).toMatch(/\[TRACE\] provider\.terraform-provider-memory: PlanResourceChange: .*type=memory_thing/);
    expect(stderr).not.toContain('hunter2');
    // A line whose time Terraform does not find would have the time 0001.
    expect(stderr).not.toContain('timestamp=0001');
    expect(workspace.steps()).toContain('read private {"made":true}');
    const found = workspace.steps().filter((step) => step.startsWith('connections are '));
    expect(new Set(found)).toEqual(new Set([`connections are ${connections}`]));
    expect(workspace.state().resources).toEqual([]);
    await until(() => workspace.providerPids().every((pid) => !isAlive(pid)));
    expect(workspace.leftovers()).toEqual([]);
  }
  test('applies, and destroys with log lines at their levels and without secrets, over encrypted connections', () =>
    expectLifecycle('encrypted', {}));
  const plain = { TF_DISABLE_PLUGIN_TLS: '1' };
  testInCi('does so over plain connections, where TLS is switched off', () => expectLifecycle('plain', plain));

  test('shows an error at the element that it is about', async () => {
    const rules = '  rules = [\n    { cidr = "x" },\n    { cidr = "bad" },\n  ]\n';
    workspace.configure(`resource "memory_thing" "one" {\n  name = "a"\n${rules}}\n`);
    const { status, stderr } = await workspace.terraform(['validate', '-no-color']);
    expect(status).toBe(1);
    expect(stderr).toContain('Error: Invalid range');
    expect(stderr).toContain('on main.tf line 10, in resource "memory_thing" "one"');
    expect(stderr).toContain('rules[1].cidr is not a range.');
  });

  testInCi('passes an attribute of 5 MB', async () => {
    workspace.configure('resource "memory_thing" "one" {\n  name = "a"\n  secret = file("big")\n}\n');
    writeFileSync(join(workspace.folder, 'big'), 'x'.repeat(5 * 1024 * 1024));
    await succeeds(apply);
    expect(String(workspace.state().resources[0]?.instances[0]?.attributes['secret'])).toHaveLength(5 * 1024 * 1024);
    await succeeds(plan);
  });

  test('shows the reason of a crash, without secrets', async () => {
    workspace.configure(thing('crash'));
    const { status, stderr } = await workspace.terraform(apply);
    expect(status).toBe(1);
    expect(stderr).toContain('panic: a crash next to [redacted]');
    expect(stderr).not.toContain('hunter2');
    expect(workspace.leftovers()).toEqual([]);
  });
});

async function startApply(mode: string): Promise<RunningScript> {
  workspace.configure(thing(mode));
  const terraform = workspace.start(apply);
  await workspace.step('applying');
  return terraform;
}

/** The processes for validation and the plan were stopped, too, before the apply. */
const countStops = (): number => workspace.steps().filter((step) => step === 'stop').length;

/** Chosen: a process that does not survive a signal has ended, or begun to end, by then. */
const SIGNAL_MS = 300;

describe('an interrupted apply', () => {
  test('returns the object as far as it was made, and it is saved', async () => {
    const terraform = await startApply('slow');
    // As Ctrl-C: the whole group gets it, Terraform and provider.
    terraform.signalGroup('SIGINT');
    const { status, stderr } = await terraform.ended;
    expect(status).toBe(1);
    expect(stderr).toContain('Error: Interrupted');
    const tainted = { status: 'tainted', attributes: { id: 'thing_1' } };
    expect(workspace.state().resources[0]?.instances[0]).toMatchObject(tainted);
    expect(workspace.leftovers()).toEqual([]);
  });

  testInCi('goes on when the terminal goes and Terraform does not', async () => {
    const terraform = await startApply('slow');
    const before = countStops();
    // As for `nohup terraform apply`: Node would listen to what it was started to ignore.
    for (const pid of workspace.providerPids().filter(isAlive)) process.kill(pid, 'SIGHUP');
    await sleep(SIGNAL_MS);
    expect(countStops()).toBe(before);
    expect(workspace.providerPids().filter(isAlive)).not.toEqual([]);
    terraform.signalGroup('SIGINT');
    await terraform.ended;
    expect(countStops()).toBeGreaterThan(before);
    expect(workspace.leftovers()).toEqual([]);
  });

  testInCi.each(['SIGTERM', 'SIGHUP'] as const)('survives %s to the group as long as Terraform', async (signal) => {
    const terraform = await startApply('slow');
    const before = countStops();
    terraform.signalGroup(signal);
    await terraform.ended;
    await until(() => workspace.providerPids().every((pid) => !isAlive(pid)));
    // A provider that dies of the signal reports no stop.
    expect(countStops()).toBeGreaterThan(before);
    // Terraform itself dies of SIGHUP.
    if (signal === 'SIGTERM')
      expect(workspace.state().resources[0]?.instances[0]).toMatchObject({ attributes: { id: 'thing_1' } });
    expect(workspace.leftovers()).toEqual([]);
  });
});

describe('when Terraform is killed', () => {
  async function expectEnd(mode: string): Promise<void> {
    const terraform = await startApply(mode);
    const killed = performance.now();
    terraform.signal('SIGKILL');
    await terraform.ended;
    await until(() => workspace.providerPids().every((pid) => !isAlive(pid)));
    // It takes at most 5 s; the rest is for a loaded machine.
    expect(performance.now() - killed).toBeLessThan(60_000);
    expect(workspace.leftovers()).toEqual([]);
  }
  testInCi('in an operation that can be stopped no provider is left a minute later', () => expectEnd('slow'));
  test('in an operation that cannot be stopped no provider is left a minute later', () => expectEnd('deaf'));
});
