// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CEL and Terraform have this form.
/** Adopted traffic policies refer to adopted secrets and internal endpoints, and adopted keys to their owners. */
import { buildAdoption, renderAdoption } from '../../src/adopt';
import type { Json, JsonObject } from '../../src/model/json';
import { createInventory } from '../support/account';

const idOf = (prefix: string, letter: string): string => `${prefix}_${letter.repeat(27)}`;
const vault = { id: idOf('vault', 'v'), values: { id: idOf('vault', 'v'), name: 'web' } };
const secretValues = { vault_id: vault.id, vault_name: 'web' };
const admin = { id: idOf('secret', 'a'), values: { id: idOf('secret', 'a'), name: 'admin', ...secretValues } };
const hook = { id: idOf('secret', 'h'), values: { id: idOf('secret', 'h'), name: 'hook', ...secretValues } };

function endpoint(letter: string, url: string, ...actions: readonly Json[]) {
  const id = idOf('ep', letter);
  const traffic_policy = JSON.stringify({ on_http_request: [{ actions }] });
  return { id, values: { id, url, traffic_policy, type: 'cloud' } };
}

const action = (type: string, config: JsonObject): JsonObject => ({ type, config });
const forward = (url: string): JsonObject => action('forward-internal', { url });
const deny = action('deny', { status_code: 404 });

type Objects = NonNullable<Parameters<typeof createInventory>[0]>;

/** The generated files by path. `managed` are addresses in a state, with the ids of their objects. */
function adopt(format: 'ts' | 'hcl', objects: Objects, managed: Readonly<Record<string, string>> = {}) {
  const stateResources = Object.entries(managed).map(([address, id]) => {
    const [type = '', name = ''] = address.split('.');
    const provider = 'terraform.local/netingress/netingress';
    return { state: { file: 'edge.tfstate' }, address, type, name, provider, values: { id }, sensitive: [] };
  });
  const plan = buildAdoption({ account: createInventory(objects), stateResources });
  const options = { version: '0.1.0', providerAddress: 'terraform.local/netingress/netingress', dependencies: {} };
  return renderAdoption(plan, format, options as never);
}

function adoptEndpoints(...args: Parameters<typeof adopt>): string {
  const path = args[0] === 'ts' ? 'adopted/cloud-endpoints.ts' : 'main.tf';
  return adopt(...args).find((file) => file.path === path)?.text ?? '';
}

const basicAuth = (credential: string): JsonObject => action('basic-auth', { credentials: [credential] });

describe('secrets', () => {
  const withActions = (...actions: readonly Json[]): Objects => ({
    vault: [vault],
    secret: [admin, hook],
    cloud_endpoint: [endpoint('x', 'https://app.internal', ...actions, deny)],
  });

  test.each([
    ['inside a string', "admin:${secrets.get('web', 'admin')}", 'text`admin:${secretOf(secrets.adminAaaaaa)}`'],
    ['as a whole string', "${secrets.get('web', 'admin')}", 'secretOf(secrets.adminAaaaaa)'],
    [
      'as an argument',
      "${basic_auth.encode('admin', secrets.get('web', 'admin'))}",
      "cel`basic_auth.encode('admin', ${secretOf(secrets.adminAaaaaa)})`",
    ],
    [
      'beside other CEL',
      "${req.host}:${secrets.get('web', 'admin')}`",
      'text`\\${req.host}:${secretOf(secrets.adminAaaaaa)}\\``',
    ],
    [
      'in other quotes',
      '${secrets.get("web","admin")}',
      '`\\${secrets.get("${secrets.adminAaaaaa.vaultName}","${secrets.adminAaaaaa.name}")}`',
    ],
  ])('%s are constructs in TypeScript', (_, credential, code) => {
    const text = adoptEndpoints('ts', withActions(basicAuth(credential)));
    expect(text.replace(/\s+/g, ' ')).toContain(code);
    expect(text).toContain('export function declareCloudEndpoints(scope: Construct, secrets: Secrets)');
  });

  test('are references in HCL, in the quotes of the policy', () => {
    const text = adoptEndpoints('hcl', withActions(basicAuth('a:${secrets.get("web","admin")}')));
    const [vaultName, name] = ['vault_name', 'name'].map((each) => `\${netingress_secret.admin_aaaaaa.${each}}`);
    expect(text).toContain(`"a:$\${secrets.get(\\"${vaultName}\\",\\"${name}\\")}"`);
  });

  test('in conditions and buckets are references too', () => {
    const condition = "req.headers['x'][0] == secrets.get('web', 'hook')";
    const limit = action('rate-limit', {
      name: 'x',
      algorithm: 'sliding_window',
      capacity: 1,
      rate: '60s',
      bucket_key: ["hash.md5(secrets.get('web', 'hook'))", 'conn.client_ip'],
    });
    const traffic_policy = JSON.stringify({
      on_http_request: [{ expressions: [condition], actions: [deny] }, { actions: [limit, deny] }],
    });
    const { id, values } = endpoint('x', 'https://app.internal');
    const objects = { ...withActions(), cloud_endpoint: [{ id, values: { ...values, traffic_policy } }] };
    const text = adoptEndpoints('ts', objects);
    expect(text).toContain("cel`req.headers['x'][0] == ${secretOf(secrets.hookHhhhhh)}`");
    expect(text).toContain("bucketKey: [cel`hash.md5(${secretOf(secrets.hookHhhhhh)})`, 'conn.client_ip']");
    const name = "', '${netingress_secret.hook_hhhhhh.name}')";
    expect(adoptEndpoints('hcl', objects)).toContain(
      `secrets.get('\${netingress_secret.hook_hhhhhh.vault_name}${name}`,
    );
  });

  test('that are not adopted stay literal, and a comment names their address', () => {
    const call = "${secrets.get('web', 'admin')}";
    const text = adoptEndpoints('ts', withActions(basicAuth(call)), { 'netingress_secret.password': admin.id });
    expect(text).toContain(`act.basicAuth({ credentials: ["${call}"] })`);
    expect(text).toContain(`// ${admin.id} is netingress_secret.password in edge.tfstate`);
    const unknown = "${secrets.get('web', 'gone')}";
    expect(adoptEndpoints('ts', withActions(basicAuth(unknown)))).toContain(`credentials: ["${unknown}"]`);
  });
});

describe('internal endpoints', () => {
  test('are constructs, declared before the endpoints that forward to them', () => {
    const chain = [
      endpoint('a', 'https://a.internal', forward('https://b.internal')),
      endpoint('b', 'https://b.internal', forward('https://c.internal')),
      endpoint('c', 'https://c.internal', deny),
    ];
    const text = adoptEndpoints('ts', { cloud_endpoint: chain });
    const names = [...text.matchAll(/(?:const (\w+) = )?new CloudEndpoint/g)].map(([, name = '']) => name);
    expect(names.map((name) => name.slice(-6))).toEqual(['Cccccc', 'Bbbbbb', '']);
    expect(text).toContain(`act.forwardInternal(${names[0]})`);
    expect(adoptEndpoints('hcl', { cloud_endpoint: chain })).toMatch(
      /"url" = netingress_cloud_endpoint\.\w*bbbbbb\.url/,
    );
  });

  test('may be followed by a path', () => {
    const call = action('http-request', { url: 'https://b.internal/auth?u=${req.host}' });
    const cloud_endpoint = [endpoint('a', 'https://a.internal', call, deny), endpoint('b', 'https://b.internal', deny)];
    expect(adoptEndpoints('ts', { cloud_endpoint })).toMatch(/url: `\$\{\w+\.url\}\/auth\?u=\\\$\{req\.host\}`/);
    expect(adoptEndpoints('hcl', { cloud_endpoint })).toMatch(
      /"url" = "\$\{netingress_cloud_endpoint\.\w+\.url\}\/auth\?u=\$\$\{req\.host\}"/,
    );
  });

  test('stay literal if the policy has another notation of the URL, or an agent serves it', () => {
    const text = adoptEndpoints('ts', {
      cloud_endpoint: [
        endpoint('a', 'https://a.internal', forward('https://B.internal')),
        endpoint('b', 'https://b.internal', forward('https://agent.internal')),
      ],
    });
    expect(text).toContain("act.forwardInternal('https://B.internal')");
    expect(text).toContain("act.forwardInternal('https://agent.internal')");
  });

  test('that forward to each other have one reference, because Terraform refuses cycles', () => {
    const text = adoptEndpoints('hcl', {
      cloud_endpoint: [
        endpoint('a', 'https://a.internal', forward('https://b.internal')),
        endpoint('b', 'https://b.internal', forward('https://a.internal')),
        endpoint('c', 'https://c.internal', forward('https://c.internal')),
      ],
    });
    expect(text.match(/"url" = netingress_cloud_endpoint\.\w+\.url/g)).toHaveLength(1);
    expect(text).toContain('"url" = "https://c.internal"');
  });

  test('are in one file with the endpoints that refer to them', () => {
    const names = Array.from({ length: 144 }, (_, n) => `n${n}`);
    const cloud_endpoint = [
      ...names.map((name, n) =>
        endpoint(name, `https://${name}.internal`, n > 100 ? forward('https://zz.internal') : deny),
      ),
      endpoint('zz', 'https://zz.internal', deny),
    ];
    const parts = adopt('ts', { cloud_endpoint }).filter(({ path }) => path.includes('/part-'));
    const targets = parts.flatMap(({ text }) =>
      [...text.matchAll(/forwardInternal\((\w+)\)/g)].map(([, name]) => ({ text, name })),
    );
    expect([parts.length, targets.length]).toEqual([2, 43]);
    expect(targets.filter(({ text, name }) => !text.includes(`const ${name} = new CloudEndpoint(`))).toEqual([]);
  });
});

test('an API key refers to its adopted service user, and not to a person', () => {
  const user = { id: idOf('bot', 'u'), values: { id: idOf('bot', 'u'), name: 'ci', active: true } };
  const key = (letter: string, owner: string) => {
    const id = idOf('ak', letter);
    return { id, values: { id, description: `key ${letter}`, owner_id: owner } };
  };
  const text = adoptEndpoints('hcl', {
    service_user: [user],
    api_key: [key('k', user.id), key('p', idOf('usr', 'p'))],
  });
  expect(text.match(/owner_id *= .*/g)).toEqual([expect.stringMatching(/= netingress_service_user\.ci_\w+\.id$/)]);
});
