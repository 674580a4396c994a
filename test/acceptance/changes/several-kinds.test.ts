/**
 * Changes of an IP policy with its rules, a certificate, a destination of events and an SSH certificate authority in
 * one apply, with the real Terraform, in a stack of their own: another stack names them. Meanwhile the dashboard admits
 * INSIDE and denies OUTSIDE.
 */
import { type AttachedWorkspace, createAttachedWorkspace } from '../../support/acceptance/provider-in-process';
import { pem } from '../../support/acceptance/samples';
import { openWatchedAccount, type WatchedAccount } from '../../support/acceptance/watched-account';
import { failureOf, type Resources, type Workspace } from '../../support/acceptance/workspace';
import { expression } from '../../support/expression';
import { testInCi } from '../../support/requirements';

const [INSIDE, OUTSIDE] = ['203.0.113.9', '192.0.2.1'];
const APPLY = ['apply', '-no-color', '-auto-approve'];
const KINDS = ['ip_policy', 'tls_certificate', 'event_destination', 'ssh_certificate_authority'] as const;

let account: WatchedAccount;
/** The stack of what names the objects. */
let referrers: AttachedWorkspace;

beforeAll(async () => {
  account = await openWatchedAccount();
  referrers = await createAttachedWorkspace(String(account.workspace.env['NETINGRESS_BASE_URL']));
});
beforeEach(() => account.emulator.reset());
afterEach(() => Promise.all([account.workspace.forget(), referrers.forget()]));
afterAll(async () => {
  await referrers?.remove();
  await account?.close();
});

const SSH_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBl8bvX5QhhDlUyXyBzXaJ7W+WHdUQR6X7MY3GnK9oQn ci';

const OFFICE = '203.0.113.0/24';

/** For each name a policy with its rules, a certificate, a destination and an authority. `removed` has another network. */
function objects(names: readonly string[], { flag = false } = {}): Resources {
  const lifecycle = flag ? { lifecycle: { create_before_destroy: true } } : {};
  const each = (values: (name: string) => object): Record<string, object> =>
    Object.fromEntries(names.map((name) => [name, { ...values(name), ...lifecycle }]));
  const role = { role_rn: 'crn:cloud:iam:region-1:account:role/events' };
  return {
    netingress_ip_policy: each((description) => ({ description })),
    netingress_ip_policy_rules: each((name) => ({
      ip_policy_id: expression(`netingress_ip_policy.${name}.id`),
      rules: { [name === 'removed' ? '198.51.100.0/24' : OFFICE]: { action: 'allow' } },
    })),
    netingress_tls_certificate: each(() => ({
      certificate_pem: pem('tls-certificate-1'),
      private_key_pem: pem('tls-key-1'),
    })),
    netingress_ssh_certificate_authority: each((description) => ({ description })),
    netingress_event_destination: each((name) => ({
      format: 'json',
      target: {
        data_stream: { auth: { role }, stream_rn: `crn:cloud:stream:region-1:account:stream/${name}` },
      },
    })),
  };
}

/** Resources that name the objects: each names all of its kind, but a domain and an SSH certificate only the first one. */
function referrersOf(ids: (type: string) => readonly string[]): Resources {
  return {
    netingress_ip_restriction: {
      user: { type: 'dashboard', enforced: true, ip_policy_ids: ids('ip_policy') },
    },
    netingress_domain: { user: { domain: 'app.example.com', certificate_id: ids('tls_certificate')[0] } },
    netingress_ssh_host_certificate: {
      user: {
        ssh_certificate_authority_id: ids('ssh_certificate_authority')[0],
        public_key: SSH_KEY,
        principals: ['a.example.com'],
      },
    },
    netingress_event_subscription: {
      user: { destination_ids: ids('event_destination'), sources: [{ type: 'ip_policy_created.v0' }] },
    },
  };
}

async function keepingAccess(run: () => Promise<unknown>): Promise<void> {
  expect(await account.watch([INSIDE, OUTSIDE], run)).toEqual({ [INSIDE]: ['admitted'], [OUTSIDE]: ['denied'] });
}

const idsOf = (kind: string): string[] => account.emulator.objects(kind).map(({ id }) => String(id));

/**
 * Expects that an apply fails, deletes no object of the kinds and no rule, and leaves access as it is. Returns its
 * output.
 */
async function refused(workspace: Workspace, args: readonly string[] = []): Promise<string> {
  const before = [...KINDS, 'ip_policy_rule'].flatMap(idsOf);
  let text = '';
  await keepingAccess(async () => {
    text = await failureOf(workspace, ...APPLY, ...args);
  });
  expect([...KINDS, 'ip_policy_rule'].flatMap(idsOf)).toEqual(expect.arrayContaining(before));
  return text;
}

describe('objects that another stack names', () => {
  const REMEDY = 'create the new object here, change the reference there, and delete the old object here last';

  /** The ids are read from the state of the objects, as from a remote state. */
  async function configureReferrers(names: readonly string[]): Promise<void> {
    const state = await account.workspace.allAttributes();
    const idOf = (type: string, name: string): string => String(state.get(`netingress_${type}.${name}`)?.['id']);
    await referrers.configure(referrersOf((type) => names.map((name) => idOf(type, name))));
  }

  async function deploy(names: readonly string[]): Promise<void> {
    await account.workspace.configure(objects(names));
    await account.workspace.apply();
    // Reversed, because the domain and the SSH certificate name the first one: it must be the one that the test removes.
    await configureReferrers([...names].reverse());
    await referrers.apply();
  }

  async function changeReferences(names: readonly string[]): Promise<void> {
    await configureReferrers(names);
    await keepingAccess(() => referrers.apply());
  }

  async function expectDone(): Promise<void> {
    await keepingAccess(() => account.workspace.apply());
    expect([await account.workspace.changes(), await referrers.changes()]).toEqual([{}, {}]);
    expect(KINDS.map((kind) => idsOf(kind).length)).toEqual(KINDS.map(() => 1));
  }

  // A plain run has the refusal in rule-set.test.ts.
  testInCi.each([
    ['renamed', ['old']],
    ['removed', ['new', 'removed']],
  ])('%s: refused; references change there, and then the earlier objects are deleted here', async (_, before) => {
    await deploy(before);
    await account.workspace.configure(objects(['new']));
    // In the row `renamed`, the apply that is refused has created the new objects.
    expect(await refused(account.workspace)).toContain(REMEDY);
    await changeReferences(['new']);
    await expectDone();
  });

  testInCi.each(['replaced', 'tainted'] as const)(
    '%s: refused; with create_before_destroy, references change there before the earlier objects are deleted here',
    async (cause) => {
      await deploy(['named']);
      const { workspace } = account;
      const addresses = KINDS.map((kind) => `netingress_${kind}.named`);
      const replace = cause === 'replaced' ? addresses.map((address) => `-replace=${address}`) : [];
      if (cause === 'tainted') await workspace.taint(addresses);
      const text = await refused(workspace, replace);
      expect(text).toContain('create_before_destroy = true');
      expect(text).toContain(REMEDY);
      await workspace.configure(objects(['named'], { flag: true }));
      expect(await refused(workspace, replace)).toContain(REMEDY);
      await changeReferences(['named']);
      await expectDone();
    },
  );
});
