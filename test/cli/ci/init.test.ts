/** `netingress ci init` in empty folders, and in folders that have files already. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { useCommandLine } from '../../support/cli/command-line';
import { withError, withOutput } from '../../support/cli/run-in-process';

const examples = join(__dirname, '../../../examples/ci');

const FILES = {
  github: ['preview', 'deploy', 'drift', 'reap', 'feeds'].map((name) => [
    `.github/workflows/${name}.yml`,
    `workflows/${name}.yml`,
  ]),
  gitlab: [['.gitlab-ci.yml', 'gitlab-ci.yml']],
  atlantis: [['atlantis.yaml', 'atlantis.yaml']],
} as const satisfies Record<string, readonly (readonly string[])[]>;

const cli = useCommandLine();

const init = (...args: string[]) => cli.run(['ci', 'init', ...args]);

const listFiles = (): string[] =>
  (readdirSync(cli.folder, { recursive: true }) as string[])
    .filter((file) => statSync(join(cli.folder, file)).isFile())
    .sort();

describe.each(Object.entries(FILES))('%s', (host, files) => {
  test('writes the text of the examples and nothing else, and says what to set', async () => {
    const { status, stdout, stderr } = await init(host);
    expect([status, stderr]).toEqual([0, '']);
    expect(listFiles()).toEqual(files.map(([file = '']) => file).sort());
    for (const [file = '', example = ''] of files) {
      const text = await cli.read(file);
      expect(text).toBe(readFileSync(join(examples, example), 'utf8'));
      expect(stdout).toContain(`Wrote ${file}.\n`);
      // A workflow of GitHub: `vars.X` and `secrets.X`.
      const names = [...text.matchAll(/(?:vars|secrets)\.(\w+)/g)].map(([, name = '']) => name);
      for (const name of names) expect(stdout).toContain(name);
    }
    const [state, object] = ['Store the state of each stack in a backend', 'Set account_object in the provider block'];
    for (const text of ['NETINGRESS_API_KEY', state, object, 'Give preview what must hold', 'role'])
      expect(stdout).toContain(text);
  });

  test('a second run changes nothing', async () => {
    await init(host);
    const [[first = ''] = []] = files;
    const times = () => listFiles().map((file) => [file, statSync(join(cli.folder, file)).mtimeMs]);
    const before = times();
    expect(await init(host)).toEqual(withOutput(0, `${first} is there already.`));
    expect(times()).toEqual(before);
  });

  test('a file that differs is named, and nothing is written', async () => {
    const [last = ''] = files.at(-1) ?? [];
    await cli.write(last, 'mine: true\n');
    const ended = await init(host);
    expect(ended).toEqual(withError(1, 'A file exists and differs from the one that would be written'));
    expect([ended.stdout, ended.stderr]).toEqual(['', expect.stringContaining(`${last}, to be compared with `)]);
    expect(listFiles()).toEqual([last]);
    expect(await cli.read(last)).toBe('mine: true\n');
  });

  test('a folder in the place of a file is a mistake', async () => {
    const [[first = ''] = []] = files;
    mkdirSync(join(cli.folder, first), { recursive: true });
    expect(await init(host)).toEqual(withError(1, `Cannot read ${first}`));
    expect(listFiles()).toEqual([]);
  });
});

test('a file in the place of a folder is a mistake', async () => {
  await cli.write('.github', '');
  expect(await init('github')).toEqual(withError(1, /^Cannot (read|write) \.github/));
});

test('another host is a mistake that names the known ones', async () => {
  expect(await init('jenkins')).toEqual(withError(1, 'github, gitlab, atlantis'));
  expect(existsSync(join(cli.folder, '.github'))).toBe(false);
});

test('in a subfolder of a repository nothing is written, because no host reads the files there', async () => {
  mkdirSync(join(cli.folder, '.git'));
  mkdirSync(join(cli.folder, 'apps/ingress'), { recursive: true });
  expect(await cli.run(['ci', 'init', 'github'], { cwd: join(cli.folder, 'apps/ingress') })).toEqual(
    withError(1, `This folder is in the repository ${cli.folder}, and no`),
  );
  expect(listFiles()).toEqual([]);
  expect(await init('github')).toMatchObject({ status: 0 });
});

test.each(['main.tf', 'main.tofu'])('beside %s nothing is written, unless there is a cdktf.json', async (file) => {
  await cli.write(file, '');
  expect(await init('gitlab')).toEqual(withError(1, 'no cdktf.json'));
  expect(listFiles()).toEqual([file]);
  await cli.write('cdktf.json', '{}');
  expect(await init('gitlab')).toMatchObject({ status: 0 });
});

test('the environments of drift need no TERRAFORM_VARIABLES, which its workflow does not pass', async () => {
  expect((await init('github')).stdout).toMatch(
    /^Give staging and staging-plan, .* also:\n(?: {2}variable .*\n)* {2}secret TERRAFORM_VARIABLES/m,
  );
  expect(readFileSync(join(examples, 'workflows/drift.yml'), 'utf8')).not.toContain('TERRAFORM_VARIABLES');
});

test.each([
  ['github', 'Give the action the input synthesize', 'uses: netingress/netingress'],
  ['gitlab', 'Replace the line with npx tsx main.ts in the file', 'npx tsx main.ts'],
  ['atlantis', 'Replace the line with npx tsx main.ts in the file', 'npx tsx main.ts'],
] as const)(
  '%s: for an app in Python it says what to change, which the file has, and for one in TypeScript nothing',
  async (host, advice, place) => {
    await cli.write('cdktf.json', JSON.stringify({ language: 'python', app: 'any' }));
    expect((await init(host)).stdout).toContain(advice);
    expect(await cli.read(FILES[host][0][0])).toContain(place);
    await cli.write('cdktf.json', JSON.stringify({ language: 'typescript', app: 'any' }));
    expect((await init(host)).stdout).not.toContain(advice);
  },
);

test('if cdktf.json cannot be read, nothing is written', async () => {
  mkdirSync(join(cli.folder, 'cdktf.json'));
  expect(await init('github')).toEqual(withError(1, 'Cannot read cdktf.json'));
  expect(listFiles()).toEqual([]);
});
