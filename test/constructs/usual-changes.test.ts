/** The usual changes of constructs, deployed with Terraform: each is one apply, and the plan after it is empty. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataResource, type TerraformStack, TerraformVariable, Token } from 'cdktf';
import {
  AccessRestriction,
  Domain,
  DomainWithCertificate,
  EventDestination,
  type EventDestinationTarget,
  EventSubscription,
  IpAllowList,
  NetingressProvider,
  SshCertificateAuthority,
  SshHostCertificate,
  TlsCertificate,
} from '../../src';
import { listUsers } from '../../src/model/references';
import { isCreatedFirst } from '../../src/model/replacement-order';
import { openWatchedAccount } from '../support/acceptance/watched-account';
import { type Deployment, openDeployment } from '../support/constructs/deployment';
import { newStack, problemsIn, removeFolders, render } from '../support/constructs/synth';
import { SPEC_KINDS } from '../support/kinds';

jest.setTimeout(120_000);

let deployment: Deployment;
beforeEach(async () => {
  deployment = await openDeployment();
});
afterEach(async () => {
  await deployment.close();
  removeFolders();
});

async function deploy(declare: (stack: TerraformStack) => void): Promise<void> {
  const stack = newStack();
  new NetingressProvider(stack, 'netingress');
  declare(stack);
  expect(problemsIn(stack)).toEqual([]);
  deployment.use(render(stack));
  await deployment.deploy();
}

/** The methods and paths of the writes since the last call. */
let seen = 0;
function writes(): string[] {
  const all = deployment.emulator.requests().filter(({ method }) => method !== 'GET');
  const added = all.slice(seen).map(({ method, path }) => `${method} ${path.split('/')[1]}`);
  seen = all.length;
  return added;
}
beforeEach(() => {
  seen = 0;
});

test('a renamed list of an enforced restriction: the new rules are created first, and the old ones deleted last', async () => {
  const declare = (name: string) => (stack: TerraformStack) => {
    const list = new IpAllowList(stack, name, { description: name, allow: ['203.0.113.0/24'] });
    new AccessRestriction(stack, 'access', {
      restricts: 'dashboard',
      policies: [list],
      enforced: true,
      mustAdmit: ['203.0.113.7'],
    });
  };
  await deploy(declare('old'));
  writes();
  await deploy(declare('new'));
  expect(writes()).toEqual([
    'POST ip_policies',
    'POST ip_policy_rules',
    'PATCH ip_restrictions',
    'DELETE ip_policy_rules',
    'DELETE ip_policies',
  ]);
  expect(await deployment.plan()).toEqual({});
});

const pem = (name: string): string => readFileSync(join(__dirname, `../fixtures/${name}.pem`), 'utf8');

test('a renewed certificate of a domain: the old one is deleted after the domain has the new one', async () => {
  const declare = (n: number) => (stack: TerraformStack) => {
    const certificate = new TlsCertificate(stack, 'certificate', {
      certificatePem: pem(`tls-certificate-${n}`),
      privateKeyPem: pem('tls-key-1'),
    });
    new Domain(stack, 'domain', { domain: 'app.example.com', certificateId: certificate.id });
  };
  await deploy(declare(1));
  writes();
  await deploy(declare(2));
  expect(writes()).toEqual(['POST tls_certificates', 'PATCH reserved_domains', 'DELETE tls_certificates']);
  expect(await deployment.plan()).toEqual({});
});

test('another name of a domain with a certificate, whose DNS record has create_before_destroy: the new domain is created first', async () => {
  const declare = (domain: string) => (stack: TerraformStack) => {
    new DomainWithCertificate(stack, 'www', {
      domain,
      dns: {
        createRecords(scope, { name, values }) {
          const record = new DataResource(scope, 'record', { input: { name, values }, triggersReplace: { name } });
          record.lifecycle = { createBeforeDestroy: true };
        },
      },
    });
  };
  await deploy(declare('*.old.example.com'));
  writes();
  await deploy(declare('*.new.example.com'));
  expect(writes()).toEqual(['POST reserved_domains', 'DELETE reserved_domains']);
  expect(deployment.emulator.objects('domain')).toMatchObject([
    { domain: '*.new.example.com', certificate: { id: expect.stringMatching(/^cert_/) } },
  ]);
  expect(await deployment.plan()).toEqual({});
});

test('another target of a destination: the old one is deleted after the subscription names the new one', async () => {
  const auth = { role: { roleRn: 'arn:aws:iam::123456789012:role/events' } };
  const declare = (target: EventDestinationTarget) => (stack: TerraformStack) => {
    const destination = new EventDestination(stack, 'destination', { format: 'json', target });
    new EventSubscription(stack, 'subscription', {
      sources: [{ type: 'ip_policy_created.v0' }],
      destinationIds: [destination.id],
    });
  };
  await deploy(declare({ dataStream: { auth, streamRn: 'arn:aws:kinesis:eu-west-1:123456789012:stream/a' } }));
  writes();
  await deploy(declare({ logGroup: { auth, logGroupRn: 'arn:aws:logs:eu-west-1:123456789012:log-group:a' } }));
  expect(writes()).toEqual(['POST event_destinations', 'PATCH event_subscriptions', 'DELETE event_destinations']);
  expect(await deployment.plan()).toEqual({});
});

test('`enforced` that a variable changes: both values are deployed', async () => {
  const declare = (enforced: boolean) => (stack: TerraformStack) => {
    const variable = new TerraformVariable(stack, 'v', { type: 'bool', default: enforced });
    const list = new IpAllowList(stack, 'list', { allow: ['203.0.113.0/24'] });
    const { restriction } = new AccessRestriction(stack, 'access', {
      restricts: 'api',
      policies: [list],
      mustAdmit: ['203.0.113.7'],
    });
    restriction.enforced = Token.asAny(variable.value);
  };
  await deploy(declare(false));
  await deploy(declare(true));
  expect(await deployment.plan()).toEqual({});
});

test('each kind that others name, in one app: removed, renamed, replaced and tainted in one apply each, with access as it is', async () => {
  const NAMED = SPEC_KINDS.map(({ name }) => name).filter((name) => isCreatedFirst(name) && listUsers(name).length > 0);
  const [inside, outside] = ['203.0.113.7', '192.0.2.1'];
  const auth = { role: { roleRn: 'arn:aws:iam::123456789012:role/events' } };
  const { emulator, workspace, watch, close } = await openWatchedAccount();

  /** The last name is what a domain and an SSH certificate name, which name one object each. */
  async function declare(names: readonly string[]): Promise<void> {
    const stack = newStack();
    new NetingressProvider(stack, 'netingress');
    const of = <T>(make: (name: string) => T): T[] => names.map(make);
    const lists = of(
      (name) => new IpAllowList(stack, `list-${name}`, { description: name, allow: ['203.0.113.0/24'] }),
    );
    new AccessRestriction(stack, 'access', {
      restricts: 'dashboard',
      policies: lists,
      enforced: true,
      mustAdmit: [inside],
    });
    const pems = { certificatePem: pem('tls-certificate-1'), privateKeyPem: pem('tls-key-1') };
    const certificates = of((name) => new TlsCertificate(stack, `certificate-${name}`, pems));
    new Domain(stack, 'domain', { domain: 'app.example.com', certificateId: certificates.at(-1)?.id as string });
    const target = { dataStream: { auth, streamRn: 'arn:aws:kinesis:eu-west-1:123456789012:stream/a' } };
    const destinations = of((name) => new EventDestination(stack, `destination-${name}`, { format: 'json', target }));
    new EventSubscription(stack, 'subscription', {
      sources: [{ type: 'ip_policy_created.v0' }],
      destinationIds: destinations.map(({ id }) => id),
    });
    const authorities = of((name) => new SshCertificateAuthority(stack, `authority-${name}`, { description: name }));
    new SshHostCertificate(stack, 'host', {
      sshCertificateAuthorityId: authorities.at(-1)?.id as string,
      publicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBl8bvX5QhhDlUyXyBzXaJ7W+WHdUQR6X7MY3GnK9oQn ci',
      principals: ['a.example.com'],
    });
    expect(problemsIn(stack)).toEqual([]);
    await workspace.configure(render(stack).resource);
  }
  async function change(...args: string[]): Promise<void> {
    const before = ids();
    const answers = await watch([inside, outside], () => workspace.apply(...args));
    expect(answers).toEqual({ [inside]: ['admitted'], [outside]: ['denied'] });
    expect(await workspace.changes()).toEqual({});
    expect([ids().length, ids().filter((id) => before.includes(id))]).toEqual([NAMED.length, kept]);
  }
  const ids = (): string[] => NAMED.flatMap((kind) => emulator.objects(kind).map(({ id }) => String(id)));
  let kept: string[] = [];

  try {
    await declare(['kept']);
    await workspace.apply();
    kept = ids();
    await declare(['kept', 'removed']);
    await workspace.apply();
    await declare(['kept']);
    await change();

    kept = [];
    await declare(['renamed']);
    await change();

    const addresses = [...(await workspace.allAttributes()).keys()].filter((address) =>
      NAMED.some((kind) => address.startsWith(`netingress_${kind}.`)),
    );
    expect(addresses).toHaveLength(NAMED.length);
    await change(...addresses.map((address) => `-replace=${address}`));
    for (const address of addresses) await workspace.ok('taint', address);
    await change();
  } finally {
    await close();
  }
});
