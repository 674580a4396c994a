/** A preview writes nothing, and leaves no process, no folder and no secret behind, also when it is killed. */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { campaignSize, picker } from '../fuzz';
import { canFindProcesses, processesAt, until } from '../support/acceptance/processes';
import { endAll, type Running, start } from '../support/cli/netingress';
import { API_KEY, createApp, expression, type PreviewApp, readTree } from '../support/preview/app';

const SECRET = 'planted-secret-9f2b';

let app: PreviewApp;
let temp: string;

beforeAll(async () => {
  app = await createApp({ apiKeys: [API_KEY] });
  temp = join(app.folder, 'temp');
  const resource = {
    netingress_ip_policy: { office: { description: SECRET } },
    netingress_api_key: { ci: { description: 'CI' } },
  };
  await app.synthesize({ all: { resource } });
  await app.deploy('all');
  const rule = { ip_policy_id: expression('netingress_ip_policy.office.id'), cidr: '203.0.113.0/24', action: 'allow' };
  await app.synthesize({ all: { resource: { ...resource, netingress_ip_policy_rule: { berlin: rule } } } });
  await mkdir(temp);
}, 120_000);
afterEach(endAll);
afterAll(() => app.remove());

function startPreview(...args: string[]): Running {
  const env = { NETINGRESS_BASE_URL: app.url, NETINGRESS_API_KEY: API_KEY, TMPDIR: temp, CHECKPOINT_DISABLE: '1' };
  return start(['preview', ...args], env, app.folder);
}

/** Everything but the temporary folder. */
async function readFiles(): Promise<Record<string, string>> {
  const tree = await readTree(app.folder);
  return Object.fromEntries(Object.entries(tree).filter(([file]) => !file.startsWith(temp)));
}

function countWrites(): number {
  return app.emulator.requests().filter(({ method }) => method !== 'GET').length;
}

test('a preview that ends leaves nothing, and its report contains no secret of the state', async () => {
  const [files, writes] = [await readFiles(), countWrites()];
  const { status, stdout, stderr } = await startPreview('--json').ended;
  expect({ status, stderr }).toMatchObject({ status: 0 });
  const token = /"token": "([^"]+)"/.exec(await readFile(join(app.folder, 'terraform.all.tfstate'), 'utf8'))?.[1] ?? '';
  expect(token).not.toBe('');
  for (const secret of [token, API_KEY]) expect(stdout + stderr).not.toContain(secret);
  expect(await readFiles()).toEqual(files);
  expect(countWrites()).toBe(writes);
  expect(await readdir(temp)).toEqual([]);
}, 120_000);

test('Ctrl-C ends Terraform, removes the copies, and exits with 130', async () => {
  const running = startPreview();
  await running.says('stack 1 of 1');
  running.signal('SIGINT');
  expect((await running.ended).status).toBe(130);
  expect(await readdir(temp)).toEqual([]);
  if (canFindProcesses) await until('Terraform ends', () => processesAt(temp).length === 0, 10_000);
}, 120_000);

const KILLS = campaignSize(2, 6, 50);

test(`${KILLS} previews killed at random moments change nothing, and the next one cleans up`, async () => {
  const [files, writes] = [await readFiles(), countWrites()];
  const pick = picker(11);
  for (let round = 0; round < KILLS; round++) {
    const running = startPreview();
    await sleep(200 + pick(3_000));
    running.signal('SIGKILL');
    await running.ended;
  }
  if (canFindProcesses) await until('Terraform ends', () => processesAt(temp).length === 0, 20_000);
  expect(await readFiles()).toEqual(files);
  expect(countWrites()).toBe(writes);
  await startPreview().ended;
  const left = Object.values(await readTree(temp)).map((content) => Buffer.from(content, 'base64').toString());
  expect(left.filter((content) => content.includes(SECRET))).toEqual([]);
  expect((await readdir(temp)).filter((name) => name.startsWith('netingress-preview'))).toEqual([]);
}, 600_000);
