/**
 * Changes of objects that others name, with the real Terraform: another value that replaces the object, what is replaced with
 * it, and unique names. The tests are one history of one account.
 */
import type { JsonObject } from '../../../src/values/json';
import { useAttachedAccount } from '../../support/acceptance/provider-in-process';
import { pem } from '../../support/acceptance/samples';
import { failureOf } from '../../support/acceptance/workspace';
import { writesOf } from '../../support/emulator/requests-of';
import { expression } from '../../support/expression';

const FLAG = { lifecycle: { create_before_destroy: true } };
const APPLY = ['apply', '-no-color', '-auto-approve'];

const account = useAttachedAccount({ profile: 'ngrok' });

interface Declared {
  /** Number of the fixture that the certificate is. */
  readonly certificate?: 1 | 2;
  /** Whether the certificate has the flag create_before_destroy. */
  readonly isCreatedFirst?: boolean;
  /** Whether the domain `kept` has the flag, which its unique name does not allow. */
  readonly isKeptFirst?: boolean;
  /** The block of the vault with the name `edge`. */
  readonly edge?: string;
  /** Names of vaults, each of which its secret names, and of domains, of which the endpoint names the first. */
  readonly names?: readonly string[];
}

/**
 * A certificate that a domain names, vaults with a secret each, one of them with its name at a block of another name,
 * and domains of which an endpoint names the first.
 */
function configure(declared: Declared = {}, more?: JsonObject): Promise<void> {
  const {
    certificate = 1,
    isCreatedFirst = false,
    isKeptFirst = false,
    edge = 'old',
    names = ['named', 'tainted', 'kept'],
  } = declared;
  const vaults = [...names.map((name) => [name, { name }] as const), [edge, { name: 'edge' }] as const];
  const secrets = vaults.map(([name]) => {
    return [name, { name: 'token', vault_id: expression(`netingress_vault.${name}.id`), value: 'text' }] as const;
  });
  const domains = names.map((name) => {
    return [name, { domain: `${name}.example.com`, ...(isKeptFirst && name === 'kept' && FLAG) }] as const;
  });
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

/** The address that the command in the message prints: `terraform state list -id=ID`. Empty if there is none. */
async function addressIn(text: string): Promise<string> {
  const [, needed] = /ADDRESS[^(]*\(terraform state list -id=(\S+) prints it\)/.exec(text) ?? [];
  const [address = ''] = [...(await account.workspace.allAttributes())].find(([, { id }]) => id === needed) ?? [];
  return address;
}

const MOVED = ['netingress_vault', 'netingress_secret'].map((type) => ({ from: `${type}.old`, to: `${type}.new` }));

test('a vault with its unique name at another address: refused before any write, in favour of a moved block', async () => {
  const { emulator, workspace } = account;
  await configure();
  await workspace.apply();
  await configure({ edge: 'new' });
  const writes = await writesOf(emulator, async () => {
    const refused = await failureOf(workspace, ...APPLY);
    expect(refused).toContain("The vault 'edge' would be deleted and created again");
    expect(refused).toContain('run netingress moves');
  });
  expect(writes).toEqual([]);
});

test('a renewed certificate that a domain names, a tainted domain that an endpoint names, and a flag that cannot be met: one refused write each, whose message has the remedy; with these one apply, beside vaults whose secrets are replaced with them', async () => {
  const { emulator, workspace } = account;
  await configure({ edge: 'new', certificate: 2, isKeptFirst: true }, { moved: MOVED });
  await workspace.taint(['netingress_domain.named']);
  const writes = await writesOf(emulator, async () => {
    const text = await failureOf(workspace, ...APPLY, '-replace=netingress_domain.kept');
    expect(text).toContain('It is named by the domain');
    expect(text).toContain('Before it, this process of the provider has completed no change.');
    const remedy = 'Add lifecycle { create_before_destroy = true } to the netingress_tls_certificate and apply';
    for (const words of [remedy, 'Remove the flag there']) expect(text).toContain(words);
    expect(text).toMatch(/run terraform untaint ADDRESS.*, or leave -replace out/);
    expect(await addressIn(text.slice(text.indexOf('untaint')))).toBe('netingress_domain.named');
  });
  // The service refuses all three: two objects are in use, and the new domain has a name that is taken.
  expect(writes.map((write) => write.replace(/\/[a-z]+_\w{20,}$/, '')).sort()).toEqual([
    'DELETE /reserved_domains',
    'DELETE /tls_certificates',
    'POST /reserved_domains',
  ]);
  await workspace.taint(['netingress_domain.named'], false);
  await workspace.taint(['netingress_vault.tainted']);
  await configure({ edge: 'new', certificate: 2, isCreatedFirst: true }, { moved: MOVED });
  expect(await workspace.apply('-replace=netingress_vault.named')).toEqual({
    'netingress_tls_certificate.edge': 'replace',
    'netingress_domain.user': 'update',
    'netingress_vault.named': 'replace',
    'netingress_secret.named': 'replace',
    'netingress_vault.tainted': 'replace',
    'netingress_secret.tainted': 'replace',
  });
});

test('removed: an apply deletes vaults with their secrets, and is refused for a domain that an endpoint names, which -target and one more apply delete', async () => {
  const { emulator, workspace } = account;
  await configure({ edge: 'new', certificate: 2, isCreatedFirst: true, names: ['kept'] });
  const refused = await failureOf(workspace, ...APPLY);
  const names = emulator.objects('vault').map(({ name }) => name);
  expect([names.sort(), emulator.objects('secret').length]).toEqual([['edge', 'kept'], 2]);
  await workspace.apply(`-target=${await addressIn(refused)}`);
  await workspace.apply();
  expect(emulator.objects('domain').map(({ domain }) => domain)).not.toContain('named.example.com');
});
