/** Guides whose commands reach services: publishers' lists of networks, several accounts, and the emulator itself. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { App, LocalBackend, TerraformStack } from 'cdktf';
import { Domain, NetingressProvider } from '../../src';
import { createEmulator } from '../../src/emulator';
import { formatState } from '../support/cli/command-line';
import { createObject } from '../support/emulator/create-object';
import { type Listening, listen } from '../support/listen';
import { startTlsFront } from '../support/release/tls-front';
import { testWith } from '../support/requirements';
import { commandsNotRun, commandsOf, type Guide, openGuide } from './run-guide';

jest.setTimeout(300_000);

let guide: Guide;
const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await guide?.close();
  for (const each of closing.splice(0)) await each.close();
});

async function followAll(path: string): Promise<string> {
  const headings = new Set(commandsOf(path).map(({ heading }) => heading));
  const outputs: string[] = [];
  for (const heading of headings) outputs.push(await guide.follow(heading));
  return outputs.join('\n');
}

testWith('bash', 'curl')('every command of the guide to the emulator works', async () => {
  const edit = (code: string): string => code.replace(/^npx netingress emulator .*$/m, 'echo {} > ready.json');
  guide = await openGuide('docs/guides/emulator.md', { edit });
  expect(await followAll('docs/guides/emulator.md')).toContain('"description":"office"');
  expect(guide.read('audit.ndjson')).toContain('http_request_complete.v0');
  expect(guide.emulator.objects('ip_policy').map(({ description }) => description)).toContain('made by hand');
  expect(commandsNotRun('docs/guides/emulator.md')).toEqual([]);
});

/** The networks that `at` returns for 0 to `count - 1`. */
const networks = (count: number, at: (n: number) => string): string[] => [...Array(count).keys()].map(at);

const LISTS: Readonly<Record<string, object>> = {
  // As many as in the guide. Every second /24, so that none can be joined with its neighbour.
  'api.github.com': {
    actions: [
      ...networks(4500, (n) => `44.${n >> 7}.${(n & 127) * 2}.0/24`),
      ...networks(1500, (n) => `2600:1f00:${(n + 1).toString(16)}::/48`),
    ],
  },
  'status.example.com': { prefixes: [{ cidr: '44.1.0.0/24' }] },
  'ip-ranges.amazonaws.com': {
    createDate: '2026-11-20-18-43-09',
    // 101 networks, one more than the guide's budget of rules. Two are close to each other, so they can share a rule.
    prefixes: ['53.0.0.0/28', '53.0.0.32/28', ...networks(99, (n) => `52.${n}.0.0/24`)].map((ip_prefix) => ({
      ip_prefix,
      service: 'CLOUDFRONT',
    })),
    ipv6_prefixes: [{ ipv6_prefix: '2600:9000::/28', service: 'CLOUDFRONT' }],
  },
};

/** A proxy behind which this machine is every publisher. */
async function startPublishers(): Promise<{ readonly proxy: Listening; readonly authority: string }> {
  const lists = await listen(
    createServer(({ headers }, response) => void response.end(JSON.stringify(LISTS[headers.host ?? '']))),
  );
  const front = await startTlsFront(lists.url, Object.keys(LISTS));
  const server = createServer();
  server.on('connect', (_: IncomingMessage, socket: Socket) => {
    const upstream = connect(Number(new URL(front.url).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    for (const each of [socket, upstream]) each.on('error', () => undefined);
  });
  const proxy = await listen(server);
  closing.push(proxy, front, lists);
  return { proxy, authority: front.authority };
}

testWith('bash')('every command of the guide to feeds works with lists in the form of their publishers', async () => {
  const { proxy, authority } = await startPublishers();
  const variables = { HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: './authority.pem' };
  guide = await openGuide('docs/guides/feeds.md', { variables });
  guide.write('authority.pem', authority);
  const output = await followAll('docs/guides/feeds.md');
  expect(output).toContain(guide.blocks('text')[0]?.code);
  expect(output).toContain('100 rules, 0.13 % more IPv4 addresses (32): 1 network is wider: 53.0.0.0/26 (+32)');
  expect(output).toContain('3 feeds: 3 unchanged.');
  expect(guide.read('partner.feed.json')).toContain('44.1.0.0/24');
  expect(commandsNotRun('docs/guides/feeds.md')).toEqual([]);
});

const ACCOUNT_OBJECT = 'rd_2Fk8mPq3VxR9tYzW1aBcDeFgHiJ';

testWith('CAMPAIGN=full', 'bash')('every command of the guide to many accounts works with three accounts', async () => {
  const emulator = createEmulator({
    accounts: ['production', 'staging', 'partner'].map((name) => ({ name, apiKeys: [`key-${name}`] })),
  });
  closing.push(emulator);
  const { url } = await emulator.listen();
  const create = (account: string, path: string, body: object) =>
    createObject(emulator, path, body, { key: `key-${account}` });
  const domain = await create('production', '/reserved_domains', { domain: 'www.example.com' });
  guide = await openGuide('docs/guides/fleet.md', {
    standIns: {
      'https://api.example.com': url,
      'https://api.partner.example': url,
      '/run/secrets/staging-key': 'staging.key',
      [ACCOUNT_OBJECT]: domain.id,
    },
    variables: { PRODUCTION_API_KEY: 'key-production' },
  });
  guide.write('staging.key', 'key-staging');
  // The vault of the reader, which prints the key for the arguments of the guide.
  guide.write('vault', `#!/bin/sh\n[ "$*" = 'kv get -field=key secret/partner' ] && echo key-partner\n`);
  chmodSync(join(guide.folder, 'vault'), 0o755);
  await guide.run('export PATH="$PWD:$PATH"');

  for (const name of ['production', 'staging']) mkdirSync(join(guide.folder, name));
  const app = new App({ outdir: join(guide.folder, 'production/cdktf.out') });
  const stack = new TerraformStack(app, 'access');
  new LocalBackend(stack, { path: join(guide.folder, 'production/terraform.tfstate') });
  new NetingressProvider(stack, 'netingress');
  new Domain(stack, 'www', { domain: 'www.example.com' });
  app.synth();
  guide.write('staging/main.tf', STAGING);
  const { id } = await create('partner', '/ip_policies', { description: 'office', metadata: '' });
  writeFileSync(
    join(guide.folder, 'partner.tfstate'),
    formatState([{ kind: 'ip_policy', name: 'office', attributes: { id, description: 'office', metadata: '' } }]),
  );
  const enter = (folder: string, account: string): string =>
    `cd ${folder}\nexport NETINGRESS_BASE_URL=${url} NETINGRESS_API_KEY=key-${account}\nterraform init\n`;
  await guide.run(
    `${enter('production/cdktf.out/stacks/access', 'production')}terraform import netingress_domain.www ${domain.id}`,
  );
  await guide.run(`npx netingress provider install\n${enter('staging', 'staging')}terraform apply -auto-approve`);
  await guide.run('unset NETINGRESS_BASE_URL NETINGRESS_API_KEY');

  const output = await guide.follow('Many accounts');
  expect(output).toContain('No check failed');
  expect(guide.read('drift.md')).toContain('3 accounts: 3 in sync.');
  expect(output).toContain('2 accounts');
  expect(commandsNotRun('docs/guides/fleet.md')).toEqual([]);
});

const STAGING = `terraform {
  required_providers {
    netingress = {
      source  = "terraform.local/netingress/netingress"
      version = "~> 0.1.0"
    }
  }
}

resource "netingress_ip_policy" "office" {
  description = "office"
}
`;
