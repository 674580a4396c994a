/** The main example through the real CDKTF command line. */

import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCdktfProject } from '../../scripts/lib/cdktf-project';
import { createEmulator, type Emulator } from '../../src/emulator';
import { providerVariables } from '../support/acceptance/workspace';
import { SPEC_KINDS } from '../support/kinds';
import { testInCi } from '../support/requirements';

jest.setTimeout(600_000);

const packageRoot = join(__dirname, '../..');
const stack = 'access';

let root: string;
let emulator: Emulator | undefined;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'netingress-cdktf-'));
});
afterEach(async () => {
  await emulator?.close();
  emulator = undefined;
  await rm(root, { recursive: true, force: true });
});

/** The places outside of a project that the CDKTF command line may write to, each with the time of its last change, or `absent`. */
async function writtenElsewhere(): Promise<unknown[]> {
  const places = [
    ...['.cdktf', '.terraform.d'].map((name) => join(homedir(), name)),
    ...['cdktf.log', 'cdktf.out', '.terraform.lock.hcl', 'terraform.tfstate'].map((name) => join(packageRoot, name)),
  ];
  return Promise.all(
    places.map((place) =>
      stat(place).then(
        ({ mtimeMs }) => [place, mtimeMs],
        () => [place, 'absent'],
      ),
    ),
  );
}

testInCi(
  'the example is synthesized, compared, deployed, deployed again and destroyed, with nothing set up before',
  async () => {
    emulator = createEmulator();
    const { url } = await emulator.listen();
    const folder = join(root, 'own');
    await mkdir(folder);
    const elsewhere = await writtenElsewhere();
    const variables = providerVariables(url);
    const { folder: project, cdktf } = await createCdktfProject({ parent: folder, library: 'cdktf', variables });
    const lockFile = join(project, 'cdktf.out', 'stacks', stack, '.terraform.lock.hcl');
    const counts = (): number[] => SPEC_KINDS.map(({ name }) => emulator?.objects(name).length ?? 0);
    const nothing = SPEC_KINDS.map(() => 0);

    await cdktf('synth');
    const lock = await readFile(lockFile, 'utf8');
    expect(lock).toContain('provider "terraform.local/netingress/netingress"');
    expect(lock).toMatch(/"h1:[A-Za-z0-9+/]{43}="/);
    expect(await cdktf('diff', stack)).toMatch(/Plan: \d+ to add, 0 to change, 0 to destroy/);
    expect(counts()).toEqual(nothing);

    await cdktf('deploy', stack, '--auto-approve');
    const deployed = counts();
    const synthesized = await readFile(join(project, 'cdktf.out', 'stacks', stack, 'cdk.tf.json'), 'utf8');
    const declared = Object.keys((JSON.parse(synthesized) as { readonly resource: object }).resource).sort();
    const there = SPEC_KINDS.filter((_, index) => deployed[index] !== 0).map(({ name }) => `netingress_${name}`);
    expect(there.sort()).toEqual(declared);

    // The second run, with a lock file and a state.
    expect(await cdktf('diff', stack)).toContain('No changes. Your infrastructure matches the configuration.');
    expect(await readFile(lockFile, 'utf8')).toBe(lock);
    const writes = (): number => emulator?.requests().filter(({ method }) => method !== 'GET').length ?? 0;
    const before = writes();
    await cdktf('deploy', stack, '--auto-approve');
    expect([counts(), writes()]).toEqual([deployed, before]);

    await cdktf('destroy', stack, '--auto-approve');
    expect(counts()).toEqual(nothing);
    expect(await readdir(root)).toEqual(['own']);
    expect(await writtenElsewhere()).toEqual(elsewhere);
  },
);
