/**
 * Changes of objects that others name, beyond the table of every-reference.test.ts, with the real Terraform: another value
 * that replaces the object, what is replaced with it, and unique names.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/values/json';
import { openAttachedAccount } from '../../support/acceptance/provider-in-process';
import { failureOf } from '../../support/acceptance/workspace';
import { writesOf } from '../../support/emulator/requests-of';
import { expression } from '../../support/expression';

const APPLY = ['apply', '-no-color', '-auto-approve'];

const pem = (name: string): string => readFileSync(join(__dirname, `../../fixtures/${name}.pem`), 'utf8');

test('a renewed certificate that a domain names: one refused write, whose message has the lifecycle block; with it, applied', async () => {
  const { emulator, workspace, close } = await openAttachedAccount();
  const configure = (n: number, lifecycle: object = {}): Promise<void> =>
    workspace.configure({
      netingress_tls_certificate: {
        named: { certificate_pem: pem(`tls-certificate-${n}`), private_key_pem: pem('tls-key-1'), ...lifecycle },
      },
      netingress_domain: {
        user: { domain: 'app.example.com', certificate_id: expression('netingress_tls_certificate.named.id') },
      },
    });
  try {
    await configure(1);
    await workspace.apply();
    await configure(2);
    const writes = await writesOf(emulator, async () => {
      const text = await failureOf(workspace, ...APPLY);
      expect(text).toContain('It is named by the domain');
      expect(text).toContain('Before it, this process of the provider has changed nothing.');
      expect(text).toContain(
        'Add lifecycle { create_before_destroy = true } to the netingress_tls_certificate and apply',
      );
    });
    expect(writes).toHaveLength(1);
    await configure(2, { lifecycle: { create_before_destroy: true } });
    await workspace.apply();
    expect(await workspace.changes()).toEqual({});
  } finally {
    await close();
  }
});

test('a vault whose secrets are replaced with it: replaced, tainted and removed in one apply each', async () => {
  const { workspace, close } = await openAttachedAccount({ profile: 'ngrok' });
  const declare = (...names: readonly string[]): Promise<void> => {
    const user = { name: 'token', vault_id: expression(`netingress_vault.${names[0]}.id`), value: 'text' };
    const vaults = Object.fromEntries(names.map((name) => [name, { name }]));
    return workspace.configure({ netingress_vault: vaults, netingress_secret: { user } });
  };
  const expectDone = async (): Promise<void> => expect(await workspace.changes()).toEqual({});
  try {
    await declare('named', 'kept');
    await workspace.apply();
    await workspace.apply('-replace=netingress_vault.named');
    await expectDone();
    await workspace.ok('taint', 'netingress_vault.named');
    await workspace.apply();
    await expectDone();
    await declare('kept');
    await workspace.apply();
    await expectDone();
  } finally {
    await close();
  }
});

test('a vault with its unique name at another address: refused before any write; with a moved block, nothing is written', async () => {
  const { emulator, workspace, close } = await openAttachedAccount({ profile: 'ngrok' });
  const declare = (name: string, more?: JsonObject): Promise<void> => {
    const secret = { name: 'token', vault_id: expression(`netingress_vault.${name}.id`), value: 'text' };
    const resources = { netingress_vault: { [name]: { name: 'edge' } }, netingress_secret: { user: secret } };
    return workspace.configure(resources, more);
  };
  try {
    await declare('old');
    await workspace.apply();
    const writes = await writesOf(emulator, async () => {
      await declare('new');
      const text = await failureOf(workspace, ...APPLY);
      expect(text).toContain("The vault 'edge' would be deleted and created again");
      expect(text).toContain('run netingress moves');
      await declare('new', { moved: [{ from: 'netingress_vault.old', to: 'netingress_vault.new' }] });
      await workspace.apply();
    });
    expect([writes, await workspace.changes()]).toEqual([[], {}]);
  } finally {
    await close();
  }
});

test('a domain that an endpoint names: its replacement is refused, and untaint keeps it; its removal needs -target and one more apply', async () => {
  const { emulator, workspace, close } = await openAttachedAccount({ profile: 'ngrok' });
  const declare = (...names: readonly string[]): Promise<void> => {
    const endpoint = {
      url: expression(`format("https://%s", netingress_domain.${names[0]}.domain)`),
      traffic_policy: '{"on_http_request":[{"actions":[{"type":"deny"}]}]}',
    };
    const domains = Object.fromEntries(names.map((name) => [name, { domain: `${name}.example.com` }]));
    return workspace.configure({ netingress_domain: domains, netingress_cloud_endpoint: { app: endpoint } });
  };
  /** The address that the command of the message prints. */
  const lookUp = async (text: string): Promise<string> => {
    const [, id = ''] = /ADDRESS[^(]*\(terraform state list -id=(\S+) prints it\)/.exec(text) ?? [];
    return (await workspace.ok('state', 'list', `-id=${id}`)).trim();
  };
  try {
    await declare('app', 'kept');
    await workspace.apply();
    expect(await failureOf(workspace, ...APPLY, '-replace=netingress_domain.app')).toContain('leave -replace out');
    await workspace.ok('taint', 'netingress_domain.app');
    const text = await failureOf(workspace, ...APPLY);
    expect(text).toContain('run terraform untaint ADDRESS');
    await workspace.ok('untaint', await lookUp(text));
    expect(await workspace.changes()).toEqual({});
    await declare('kept');
    await workspace.apply(`-target=${await lookUp(await failureOf(workspace, ...APPLY))}`);
    await workspace.apply();
    expect(await workspace.changes()).toEqual({});
    expect(emulator.objects('domain').map(({ domain }) => domain)).not.toContain('app.example.com');
  } finally {
    await close();
  }
});
