/**
 * Changes of objects that others name, beyond the table of every-reference.test.ts, with the real Terraform: another value
 * that replaces the object, what is replaced with it, and unique names. The tests are one history of one account.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/values/json';
import { type AttachedAccount, openAttachedAccount } from '../../support/acceptance/provider-in-process';
import { failureOf } from '../../support/acceptance/workspace';
import { writesOf } from '../../support/emulator/requests-of';
import { expression } from '../../support/expression';

const FLAG = { lifecycle: { create_before_destroy: true } };
const APPLY = ['apply', '-no-color', '-auto-approve'];

let account: AttachedAccount;

beforeAll(async () => {
  account = await openAttachedAccount({ profile: 'ngrok' });
});
afterAll(() => account?.close());

const pem = (name: string): string => readFileSync(join(__dirname, `../../fixtures/${name}.pem`), 'utf8');

interface Declared {
  /** Number of the certificate. */
  readonly certificate?: 1 | 2;
  readonly isCreatedFirst?: boolean;
  /** The block of the vault with the name `edge`. */
  readonly edge?: string;
  /** Names of vaults, each of which its secret names, and of domains, of which the endpoint names the first. */
  readonly names?: readonly string[];
}

/**
 * A certificate that a domain names, vaults with a secret each, one of them with its name at a block of another name, and domains
 * of which an endpoint names the first.
 */
function configure(declared: Declared = {}, more?: JsonObject): Promise<void> {
  const { certificate = 1, isCreatedFirst = false, edge = 'old', names = ['named', 'tainted', 'kept'] } = declared;
  const vaults = [...names.map((name) => [name, { name }] as const), [edge, { name: 'edge' }] as const];
  const secrets = vaults.map(([name]) => {
    return [name, { name: 'token', vault_id: expression(`netingress_vault.${name}.id`), value: 'text' }] as const;
  });
  const domains = names.map((name) => [name, { domain: `${name}.example.com` }] as const);
  const files = { certificate_pem: pem(`tls-certificate-${certificate}`), private_key_pem: pem('tls-key-1') };
  const endpoint = {
    url: expression(`format("https://%s", netingress_domain.${names[0]}.domain)`),
    traffic_policy: '{"on_http_request":[{"actions":[{"type":"deny"}]}]}',
  };
  const user = { domain: 'user.example.com', certificate_id: expression('netingress_tls_certificate.edge.id') };
  return account.workspace.configure(
    {
      netingress_tls_certificate: { edge: { ...files, ...(isCreatedFirst && FLAG) } },
      netingress_vault: Object.fromEntries(vaults),
      netingress_secret: Object.fromEntries(secrets),
      netingress_domain: { ...Object.fromEntries(domains), user },
      netingress_cloud_endpoint: { app: endpoint },
    },
    more,
  );
}

/** The id in the command of the message that prints an address. */
const idToLookUp = (text: string): string =>
  /ADDRESS[^(]*\(terraform state list -id=(\S+) prints it\)/.exec(text)?.[1] ?? '';

test('a vault with its unique name at another address: refused before any write; with a moved block, nothing is written; beside it a tainted domain that an endpoint names: refused, and untaint keeps it', async () => {
  const { emulator, workspace } = account;
  await configure();
  await workspace.apply();
  const writes = await writesOf(emulator, async () => {
    await configure({ edge: 'new' });
    const refused = await failureOf(workspace, ...APPLY);
    expect(refused).toContain("The vault 'edge' would be deleted and created again");
    expect(refused).toContain('run netingress moves');
    const blocks = ['netingress_vault', 'netingress_secret'];
    await configure({ edge: 'new' }, { moved: blocks.map((type) => ({ from: `${type}.old`, to: `${type}.new` })) });
    await workspace.taint(['netingress_domain.named']);
    const text = await failureOf(workspace, ...APPLY);
    expect(text).toMatch(/run terraform untaint ADDRESS.*, or leave -replace out/);
    const address = await workspace.ok('state', 'list', `-id=${idToLookUp(text)}`);
    await workspace.ok('untaint', address.trim());
    await workspace.apply();
  });
  // The service refuses it.
  expect(writes).toEqual([expect.stringMatching(/^DELETE \/reserved_domains\//)]);
});

test('a renewed certificate that a domain names: one refused write, whose message has the lifecycle block; with it, applied, beside vaults whose secrets are replaced with them', async () => {
  const { emulator, workspace } = account;
  await configure({ edge: 'new', certificate: 2 });
  const writes = await writesOf(emulator, async () => {
    const text = await failureOf(workspace, ...APPLY);
    expect(text).toContain('It is named by the domain');
    expect(text).toContain('Before it, this process of the provider has completed no change.');
    expect(text).toContain(
      'Add lifecycle { create_before_destroy = true } to the netingress_tls_certificate and apply',
    );
  });
  expect(writes).toHaveLength(1);
  await configure({ edge: 'new', certificate: 2, isCreatedFirst: true });
  await workspace.taint(['netingress_vault.tainted']);
  await workspace.apply('-replace=netingress_vault.named');
});

test('removed: a vault with its secret in one apply; a domain that an endpoint names with -target and one more', async () => {
  const { emulator, workspace } = account;
  await configure({ edge: 'new', certificate: 2, isCreatedFirst: true, names: ['kept'] });
  const refused = await failureOf(workspace, ...APPLY);
  expect(
    emulator
      .objects('vault')
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['edge', 'kept']);
  const needed = idToLookUp(refused);
  const [address] = [...(await workspace.allAttributes())].find(([, { id }]) => id === needed) ?? [];
  await workspace.apply(`-target=${address}`);
  await workspace.apply();
  expect(await workspace.changes()).toEqual({});
  expect(emulator.objects('domain').map(({ domain }) => domain)).not.toContain('named.example.com');
});
