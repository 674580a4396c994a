/**
 * The three paths of the README in empty folders, with `terraform` and with `tofu` alone: from nothing to a deployment
 * and the comment of a preview.
 */
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createObject } from '../support/emulator/create-object';
import { useFolder } from '../support/folder';
import { testInCi } from '../support/requirements';
import { terraformBinary } from '../support/terraform-binary';
import { documentAt, root } from './documents';
import { commandsNotRun, type Guide, openGuide } from './run-guide';

const readme = documentAt('README.md');
let guide: Guide | undefined;
const bin = useFolder();
afterEach(() => guide?.close());

/** What the reader does besides the commands: approves applies, and changes the network before the preview. */
function edit(engine: 'terraform' | 'tofu'): (code: string) => string {
  return (code) =>
    code
      // The packages are linked, and these tests are a part of `npm test`.
      .replace('npm install netingress && ', '')
      .replace(/^npm .*$/gm, '')
      // The check of the package runs the packed file.
      .replace(/^npx --yes .*$/m, '')
      .replaceAll(/\bterraform (init|apply)\b/g, `${engine} $1`)
      .replace(/\bapply\b/, 'apply -auto-approve')
      .replace(/^.*netingress preview/m, "sed -i.before 's#203.0.113.0/24#198.51.100.0/24#' main.t[fs]\n$&");
}

/** A PATH with every program except `terraform` and `npx`. OpenTofu is a script that starts the installed Terraform. */
function pathWithTofu(): string {
  const { folder } = bin;
  writeFileSync(join(folder, 'tofu'), `#!/bin/sh\nexec '${terraformBinary()}' "$@"\n`, { mode: 0o755 });
  const linked = new Set(['terraform', 'tofu', 'npx']);
  for (const source of [dirname(process.execPath), ...(process.env['PATH'] ?? '').split(delimiter)])
    for (const name of readDirectory(source)) {
      if (linked.has(name)) continue;
      linked.add(name);
      symlinkSync(join(source, name), join(folder, name));
    }
  return folder;
}

function readDirectory(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    // A PATH may name folders that do not exist.
    return [];
  }
}

/** The comment of a preview, with the network that it admits and the one that it shuts out. */
const COMMENT = /^<!-- netingress-preview(: dir=\.)? -->[\s\S]*198\.51\.100\.0\/24[\s\S]*203\.0\.113\.0\/24/m;

/** The account of the path `I have an account already` has the objects that the other paths deploy. */
async function createObjects({ emulator }: Guide): Promise<void> {
  const { id } = await createObject(emulator, '/ip_policies', { description: 'Who may reach the dashboard' });
  await createObject(emulator, '/ip_policy_rules', { ip_policy_id: id, cidr: '203.0.113.0/24', action: 'allow' });
  await createObject(emulator, '/ip_restrictions', { type: 'dashboard', enforced: true, ip_policy_ids: [id] });
}

const PATHS = ['I write HCL', 'I have an account already', 'I write TypeScript'];

const [tryIt, ...paths] = readme.blocks.filter(({ language }) => language === 'sh');

test('each path of the README has five lines of commands, and the commands before them begin with the demo', () => {
  expect(paths.map(({ code }) => code.trim().split('\n').length)).toEqual([5, 5, 5]);
  expect(tryIt?.code).toMatch(/^npx netingress demo /);
});

test('the README has at most 120 lines, and names the service in the first four', () => {
  const lines = readFileSync(join(root, 'README.md'), 'utf8').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(120);
  expect(lines.slice(0, 4).join(' ')).toMatch(
    /network ingress service .*management API of .*ngrok's public API.*profile `ngrok`/,
  );
});

test.each(['README.md', 'docs/guides/first-deploy.md'])(
  '%s says before the first command that cdktf was archived, and what was published and tried',
  (path) => {
    const [before = ''] = readFileSync(join(root, path), 'utf8').split(/^npm install /m);
    const archived = /`cdktf`[^.]* was archived in December 2025/;
    for (const said of [archived, /cdktn/, /published yet/, /ran .*against the real service/])
      expect(before).toMatch(said);
  },
);

/** The README on this machine, or on one with OpenTofu only. */
async function open(engine: 'terraform' | 'tofu'): Promise<Guide> {
  const variables = { TERRAFORM_BINARY_NAME: engine };
  const options = engine === 'tofu' ? { programs: pathWithTofu(), variables } : { variables };
  guide = await openGuide('README.md', { ...options, edit: edit(engine) });
  return guide;
}

async function follow(heading: string, engine: 'terraform' | 'tofu'): Promise<void> {
  const guide = await open(engine);
  if (heading === 'I have an account already') await createObjects(guide);
  expect(await guide.follow(heading)).toMatch(COMMENT);
  expect(guide.emulator.objects('ip_policy_rule')).toMatchObject([{ cidr: '203.0.113.0/24' }]);
}

testInCi.each(PATHS)('ends with the comment of a preview: %s', (heading) => follow(heading, 'terraform'));

describe('on a machine with OpenTofu only', () => {
  test('the README names the variable that CDKTF reads', () => {
    const quoted = readme.quoted.find(({ text }) => text.startsWith('export TERRAFORM_BINARY_NAME='));
    expect(quoted?.text).toBe('export TERRAFORM_BINARY_NAME=tofu');
  });

  testInCi.each(PATHS)('ends with the comment of a preview: %s', (heading) => follow(heading, 'tofu'));

  testInCi('the demo works', async () => {
    expect(await (await open('tofu')).follow('netingress')).toContain('ok    tofu destroy: the emulator is empty');
  });
});

testInCi('no command of the README was left out', () => expect(commandsNotRun('README.md')).toEqual([]));
