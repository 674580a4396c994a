/** The guide to other languages: its apps deploy, and the command line reads what they synthesized. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useFolder } from '../support/folder';
import { testWith } from '../support/requirements';
import { root } from './documents';
import { commandsNotRun, type Guide, installNode, openGuide } from './run-guide';

jest.setTimeout(600_000);

const GUIDE = 'docs/guides/languages.md';

/** The packages are linked, so that of `npm install` only the script `postinstall` remains. */
const edit = (code: string): string => code.replace(/^npm install$/m, 'npm run postinstall');

test.each(['Python', 'Go'])('the path of %s to the report of a change has five lines of commands', (language) => {
  const sections = readFileSync(join(root, GUIDE), 'utf8').split(/^## /m);
  const commands = [language, 'Deploy', 'Preview'].flatMap((heading) => {
    const section = sections.find((text) => text.startsWith(`${heading}\n`)) ?? '';
    return [...section.matchAll(/^```sh[^\n]*\n([\s\S]*?)^```/gm)].flatMap(([, code = '']) => code.trim().split('\n'));
  });
  expect(commands.at(-1)).toContain('netingress preview');
  expect(commands).toHaveLength(5);
});

/** How many objects of each kind an app of the guide declares. */
const OBJECTS = {
  ip_policy: 1,
  ip_policy_rule: 2,
  ip_restriction: 1,
  tcp_address: 1,
  domain: 1,
  tunnel_credential: 1,
  event_destination: 1,
  event_subscription: 1,
};

let guide: Guide;
const tools = useFolder();
afterEach(() => guide?.close());

function countObjects(): unknown {
  return Object.fromEntries(Object.keys(OBJECTS).map((kind) => [kind, guide.emulator.objects(kind).length]));
}

/** The addresses of the package manager, which the isolated environment of the guide does not have. */
function inherited(pattern: RegExp): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => pattern.test(entry[0])),
  );
}

/** Deploys the app in `file`, then previews and reports changes, as the guide shows for every language. */
async function deployAndChange(file: string): Promise<void> {
  await guide.follow('Deploy');
  expect(countObjects()).toEqual(OBJECTS);

  const app = guide.read(file);
  const withNetwork = (from: string, to: string): void => guide.write(file, app.replace(from, to));
  withNetwork('198.51.100.17/32', '198.51.100.16/31');
  const preview = await guide.follow('Preview');
  expect(preview).toContain('newly admitted: 1 IPv4 address');
  expect(preview).toContain('(access/networks)');
  withNetwork('203.0.113.0/24', '203.0.112.0/24');
  await expect(guide.follow('Preview')).rejects.toThrow(/must_admit/);
  guide.write(file, app);
  expect(await guide.follow('Undo the change')).toContain('No changes');

  expect(guide.emulator.objects('ip_policy_rule').map(({ cidr }) => cidr)).toContain('203.0.113.0/24');
  await expect(guide.follow('Drift')).rejects.toThrow(/ends with 2[\s\S]*made by hand/);
}

const testPython = testWith('CAMPAIGN=full', 'bash', 'python3 -m venv');
testPython('the app in Python is deployed and changed, and moves from cdktf to cdktn', async () => {
  const commands = { cdktn: installCdktn(tools.folder) };
  guide = await openGuide(GUIDE, { edit, commands, variables: inherited(/^PIP_/) });
  await guide.follow('Python');
  await deployAndChange('main.py');
  expect(await guide.follow('Python with cdktn')).toContain('No changes');
});

const testGo = testWith('CAMPAIGN=full', 'bash', 'go');
testGo('the app in Go is deployed and changed', async () => {
  const caches = execFileSync('go', ['env', 'GOMODCACHE', 'GOCACHE'], { encoding: 'utf8' });
  const [modules = '', builds = ''] = caches.split('\n');
  // The caches of the user, so that modules are downloaded once.
  const variables = { ...inherited(/^GO/), GOMODCACHE: modules, GOCACHE: builds };
  guide = await openGuide(GUIDE, { edit, variables });
  await guide.follow('Go');
  await deployAndChange('main.go');
});

const testBoth = testWith('CAMPAIGN=full', 'bash', 'python3 -m venv', 'go');
testBoth('no command of the guide was left out', () => expect(commandsNotRun('docs/guides/languages.md')).toEqual([]));

/** Returns the file of a command `cdktn` with a Node of its own. */
function installCdktn(folder: string): string {
  const bin = installNode(folder, 'cdktn-cli@0.24');
  const command = join(folder, 'cdktn');
  const cli = join(folder, 'node_modules/cdktn-cli/bin/cdktn');
  writeFileSync(command, `#!/bin/sh\nexec '${bin}/node' '${cli}' "$@"\n`, { mode: 0o755 });
  return command;
}
