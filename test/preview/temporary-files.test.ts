import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SOCKET_FOLDER_PREFIX } from '../../src/plugin/grpc/listen';
import { campaignSize, picker } from '../fuzz';
import { canFindProcesses, processesAt, until } from '../support/acceptance/processes';
import { start } from '../support/cli/netingress';
import { expression } from '../support/expression';
import { API_KEY, appForAll, readToken, readTree } from '../support/preview/app';
import { endAllScripts, type RunningScript } from '../support/script';

/** The description of a policy. It stands for the configuration: no file with it may be left. */
const MARKER = 'planted-marker-9f2b';

/** Of the folders of previews and of sockets. */
const PREFIXES = ['netingress-preview', SOCKET_FOLDER_PREFIX];

const app = appForAll({ apiKeys: [API_KEY] });
let temp: string;

beforeAll(async () => {
  // Short enough for the path of a socket inside a folder of the preview.
  temp = await mkdtemp(join('/tmp', 'np-'));
  const resource = {
    netingress_ip_policy: { office: { description: MARKER } },
    netingress_api_key: { ci: { description: 'CI' } },
  };
  await app.synthesize({ all: { resource } });
  await app.deploy('all');
  const rule = { ip_policy_id: expression('netingress_ip_policy.office.id'), cidr: '203.0.113.0/24', action: 'allow' };
  await app.synthesize({ all: { resource: { ...resource, netingress_ip_policy_rule: { berlin: rule } } } });
});
afterEach(endAllScripts);
afterAll(() => rm(temp, { recursive: true, force: true }));

function startPreview(...args: string[]): RunningScript {
  const env = { NETINGRESS_BASE_URL: app.url, NETINGRESS_API_KEY: API_KEY, TMPDIR: temp, CHECKPOINT_DISABLE: '1' };
  return start(['preview', ...args], env, app.folder);
}

function countWrites(): number {
  return app.emulator.requests().filter(({ method }) => method !== 'GET').length;
}

/** Returns the files of the temporary folder with one of these strings. */
async function findInTemp(...secrets: string[]): Promise<string[]> {
  const isFound = (base64: string) => secrets.some((secret) => Buffer.from(base64, 'base64').includes(secret));
  const files = Object.entries(await readTree(temp));
  return files.filter(([, base64]) => isFound(base64)).map(([file]) => file);
}

test('SIGINT to the preview alone ends Terraform, removes the copy, and exits with 130', async () => {
  const running = startPreview();
  await running.says('stack 1 of 1');
  running.signal('SIGINT');
  expect((await running.ended).status).toBe(130);
  expect(await readdir(temp)).toEqual([]);
  if (canFindProcesses) await until('Terraform ends', () => processesAt(temp).length === 0, 10_000);
});

const KILLS = campaignSize(0, 6, 50);

test(`a killed preview changes nothing; the next one removes its secrets and sockets, leaves no folder itself, and prints no secret of the state; kills: ${KILLS + 1}`, async () => {
  const [files, writes, token] = [await readTree(app.folder), countWrites(), await readToken(app)];
  const running = startPreview();
  await running.says('stack 1 of 1');
  running.signal('SIGKILL');
  await running.ended;
  if (canFindProcesses) await until('Terraform ends', () => processesAt(temp).length === 0, 20_000);
  expect(await findInTemp(token)).not.toEqual([]);
  expect(await readdir(temp)).toEqual([expect.stringMatching(/^netingress-preview-/)]);
  const pick = picker(11);
  for (let round = 0; round < KILLS; round++) {
    const killed = startPreview();
    await sleep(200 + pick(3_000));
    killed.signal('SIGKILL');
    await killed.ended;
  }
  if (canFindProcesses) await until('Terraform ends', () => processesAt(temp).length === 0, 20_000);
  expect(await readTree(app.folder)).toEqual(files);
  expect(countWrites()).toBe(writes);
  const { status, stdout, stderr } = await startPreview('--format', 'markdown').ended;
  expect({ status, stderr }).toMatchObject({ status: 0 });
  for (const secret of [token, API_KEY]) expect(stdout + stderr).not.toContain(secret);
  expect(await findInTemp(token, API_KEY, MARKER)).toEqual([]);
  expect((await readdir(temp)).filter((name) => PREFIXES.some((prefix) => name.startsWith(prefix)))).toEqual([]);
}, 600_000);
