/**
 * Objects that others name, with the real Terraform. Without create_before_destroy the service refuses to delete them
 * before their successor is named; the error has the remedy, which is followed here. With it, one apply is enough.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KINDS } from '../../../src/model/kinds';
import { listUsers } from '../../../src/model/references';
import type { JsonObject } from '../../../src/values/json';
import { type AttachedAccount, openAttachedAccount } from '../../support/acceptance/provider-in-process';
import { failureOf, type Resources } from '../../support/acceptance/workspace';
import { writesOf } from '../../support/emulator/requests-of';
import { expression } from '../../support/expression';

let account: AttachedAccount;

beforeAll(async () => {
  account = await openAttachedAccount();
});
beforeEach(() => account.emulator.reset());
afterEach(() => account.workspace.forget());
afterAll(() => account?.close());

const pem = (name: string): string => readFileSync(join(__dirname, `../../fixtures/${name}.pem`), 'utf8');

const SSH_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBl8bvX5QhhDlUyXyBzXaJ7W+WHdUQR6X7MY3GnK9oQn ci';

const CREDENTIALS = { auth: { role: { role_rn: 'crn:cloud:iam:region-1:account:role/events' } } };

interface Row {
  readonly what: string;
  readonly type: string;
  /** The resource that names the object. */
  readonly user: string;
  /** Two versions of the object, of which the second one replaces it. */
  readonly versions: readonly [object, object];
  readonly users: (id: string) => Resources;
}

const ROWS: readonly Row[] = [
  {
    what: 'a renewed certificate of a domain',
    type: 'netingress_tls_certificate',
    user: 'the domain',
    versions: [
      { certificate_pem: pem('tls-certificate-1'), private_key_pem: pem('tls-key-1') },
      { certificate_pem: pem('tls-certificate-2'), private_key_pem: pem('tls-key-1') },
    ],
    users: (id) => ({ netingress_domain: { user: { domain: 'app.example.com', certificate_id: id } } }),
  },
  {
    what: 'another target of a destination of events',
    type: 'netingress_event_destination',
    user: 'the event subscription',
    versions: [
      {
        format: 'json',
        target: {
          data_stream: { ...CREDENTIALS, stream_rn: 'crn:cloud:stream:region-1:account:stream/events' },
        },
      },
      {
        format: 'json',
        target: {
          log_group: { ...CREDENTIALS, log_group_rn: 'crn:cloud:logs:region-1:account:log-group/events' },
        },
      },
    ],
    users: (id) => ({
      netingress_event_subscription: {
        user: { destination_ids: [id], sources: [{ type: 'ip_policy_created.v0' }] },
      },
    }),
  },
];

describe.each(ROWS)('$what', ({ type, user, versions: [before, after], users }) => {
  const address = `${type}.named`;
  const configure = (values: object, { flag = false, name = 'named' } = {}): Promise<void> => {
    const lifecycle = flag ? { lifecycle: { create_before_destroy: true } } : {};
    return account.workspace.configure({
      [type]: { [name]: { ...values, ...lifecycle } },
      ...users(expression(`${type}.${name}.id`)),
    });
  };
  const apply = ['apply', '-no-color', '-auto-approve'];

  test('with create_before_destroy: one apply', async () => {
    await configure(before, { flag: true });
    await account.workspace.apply();
    await configure(after, { flag: true });
    await account.workspace.apply();
    expect(await account.workspace.changes()).toEqual({});
  });

  test('without it: refused with the lifecycle block, which is enough', async () => {
    await configure(before);
    await account.workspace.apply();
    await configure(after);
    const writes = await writesOf(account.emulator, async () => {
      const text = await failureOf(account.workspace, ...apply);
      expect(text).toContain(`It is named by ${user}`);
      expect(text).toContain(`Add lifecycle { create_before_destroy = true } to the ${type} and apply again`);
    });
    expect(writes).toHaveLength(1);
    await configure(after, { flag: true });
    await account.workspace.apply();
    expect(await account.workspace.changes()).toEqual({});
  });

  test('renamed without it: refused; -target and an apply finish it', async () => {
    await configure(before);
    await account.workspace.apply();
    await configure(after, { name: 'renamed' });
    const text = await failureOf(account.workspace, ...apply);
    expect(text).toContain('Before it, this process of the provider has');
    expect(text).toContain(`run terraform apply -target=ADDRESS with the address of ${user}`);
    const userType = Object.keys(users(''))[0] as string;
    await account.workspace.apply(`-target=${userType}.user`);
    await account.workspace.apply();
    expect([await account.workspace.changes(), await account.workspace.attributes(address)]).toEqual([{}, undefined]);
  });

  test('tainted without it: refused with the lifecycle block, which is enough', async () => {
    await configure(before);
    await account.workspace.apply();
    await account.workspace.ok('taint', address);
    expect(await failureOf(account.workspace, ...apply)).toContain(
      `lifecycle { create_before_destroy = true } to the ${type}`,
    );
    await configure(before, { flag: true });
    await account.workspace.apply();
    expect(await account.workspace.changes()).toEqual({});
  });
});

describe.each<{
  readonly what: string;
  readonly profile: 'spec' | 'ngrok';
  readonly type: string;
  readonly resources: Resources;
}>([
  {
    what: 'an SSH certificate authority with certificates',
    profile: 'spec',
    type: 'netingress_ssh_certificate_authority',
    resources: {
      netingress_ssh_certificate_authority: { named: { description: 'hosts' } },
      netingress_ssh_host_certificate: {
        user: {
          ssh_certificate_authority_id: expression('netingress_ssh_certificate_authority.named.id'),
          public_key: SSH_KEY,
          principals: ['a.example.com'],
        },
      },
    },
  },
  {
    what: 'a vault with secrets',
    profile: 'ngrok',
    type: 'netingress_vault',
    resources: {
      netingress_vault: { named: { name: 'edge' } },
      netingress_secret: {
        user: {
          name: 'token',
          vault_id: expression('netingress_vault.named.id'),
          value: 'text',
        },
      },
    },
  },
])('$what, which are replaced with it', ({ profile, type, resources }) => {
  test('replaced, and tainted, without create_before_destroy: one apply each', async () => {
    const { workspace, close } = await openAttachedAccount({ profile });
    try {
      await workspace.configure(resources);
      await workspace.apply();
      await workspace.apply(`-replace=${type}.named`);
      expect(await workspace.changes()).toEqual({});
      await workspace.ok('taint', `${type}.named`);
      await workspace.apply();
      expect(await workspace.changes()).toEqual({});
    } finally {
      await close();
    }
  });
});

test('a renamed vault, whose name is unique: refused in the plan; with a moved block, nothing is written', async () => {
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
      const text = await failureOf(workspace, 'apply', '-no-color', '-auto-approve');
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

/** A reference that is added here needs a row above, or a test in access.test.ts. */
test('these references keep an object from being deleted', () => {
  const references = KINDS.flatMap(({ name }) =>
    listUsers(name).map(({ kind, attribute }) => `${kind.name}.${attribute} -> ${name}`),
  );
  expect(references).toEqual([
    'ip_restriction.ip_policy_ids -> ip_policy',
    'event_subscription.destination_ids -> event_destination',
    'domain.certificate_id -> tls_certificate',
    'cloud_endpoint.domain -> domain',
    'endpoint.domain -> domain',
    'ssh_host_certificate.ssh_certificate_authority_id -> ssh_certificate_authority',
    'ssh_user_certificate.ssh_certificate_authority_id -> ssh_certificate_authority',
    'secret.vault_id -> vault',
  ]);
});

test('a replaced or tainted domain that an endpoint names: refused with untaint, after which the plan is empty', async () => {
  const { emulator, workspace, close } = await openAttachedAccount({ profile: 'ngrok' });
  try {
    const endpoint = {
      url: expression('format("https://%s", netingress_domain.app.domain)'),
      traffic_policy: '{"on_http_request":[{"actions":[{"type":"deny"}]}]}',
    };
    await workspace.configure({
      netingress_domain: { app: { domain: 'app.example.com' } },
      netingress_cloud_endpoint: { app: endpoint },
    });
    await workspace.apply();
    const replace = ['apply', '-no-color', '-auto-approve', '-replace=netingress_domain.app'];
    expect(await failureOf(workspace, ...replace)).toContain('leave -replace out');
    await workspace.ok('taint', 'netingress_domain.app');
    expect(await failureOf(workspace, 'apply', '-no-color', '-auto-approve')).toContain(
      'run terraform untaint ADDRESS',
    );
    await workspace.ok('untaint', 'netingress_domain.app');
    expect(await workspace.changes()).toEqual({});
    expect(emulator.objects('domain').filter(({ domain }) => domain === 'app.example.com')).toHaveLength(1);
  } finally {
    await close();
  }
});
