/**
 * The usual changes of constructs, deployed with Terraform: all of the table in one apply, after which the plan is
 * empty.
 */
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
  TlsCertificate,
} from '../../src';
import { type Deployment, openDeployment } from '../support/constructs/deployment';
import { removeFolders, render, stackWith } from '../support/constructs/synth';

jest.setTimeout(120_000);

const pem = (name: string): string => readFileSync(join(__dirname, `../fixtures/${name}.pem`), 'utf8');

interface Change {
  readonly title: string;
  /** The constructs before the change, which is 0, and after it, 1. */
  readonly declare: (stack: TerraformStack, version: 0 | 1) => void;
  /** The writes of the change in their order. No other change of the table writes the same. */
  readonly writes: readonly string[];
}

const role = { role: { roleRn: 'arn:aws:iam::123456789012:role/events' } };
const TARGETS: readonly EventDestinationTarget[] = [
  { dataStream: { auth: role, streamRn: 'arn:aws:kinesis:eu-west-1:123456789012:stream/a' } },
  { logGroup: { auth: role, logGroupRn: 'arn:aws:logs:eu-west-1:123456789012:log-group:a' } },
];

const CHANGES: readonly Change[] = [
  {
    title:
      'a renamed list of an enforced restriction, which is changed after the new rules exist and before the old ones go',
    declare(stack, version) {
      const name = ['old', 'new'][version] as string;
      const list = new IpAllowList(stack, name, { description: name, allow: ['203.0.113.0/24'] });
      new AccessRestriction(stack, 'access', {
        restricts: 'dashboard',
        policies: [list],
        enforced: true,
        mustAdmit: ['203.0.113.7'],
      });
    },
    writes: [
      'POST ip_policies',
      'POST ip_policy_rules',
      'PATCH ip_restrictions dashboard',
      'DELETE ip_policy_rules',
      'DELETE ip_policies',
    ],
  },
  {
    title: 'a renewed certificate of a domain: the old one is deleted after the domain has the new one',
    declare(stack, version) {
      const certificate = new TlsCertificate(stack, 'certificate', {
        certificatePem: pem(`tls-certificate-${version + 1}`),
        privateKeyPem: pem('tls-key-1'),
      });
      new Domain(stack, 'domain', { domain: 'app.example.com', certificateId: certificate.id });
    },
    writes: ['POST tls_certificates', 'PATCH reserved_domains', 'DELETE tls_certificates'],
  },
  {
    title: 'another name of a domain, whose DNS record has create_before_destroy: the new domain is created first',
    declare(stack, version) {
      new DomainWithCertificate(stack, 'www', {
        domain: ['*.old.example.com', '*.new.example.com'][version] as string,
        dns: {
          createRecords(scope, { name, values }) {
            const record = new DataResource(scope, 'record', { input: { name, values }, triggersReplace: { name } });
            record.lifecycle = { createBeforeDestroy: true };
          },
        },
      });
    },
    writes: ['POST reserved_domains', 'DELETE reserved_domains'],
  },
  {
    title: 'another target of a destination: the old one is deleted after the subscription names the new one',
    declare(stack, version) {
      const target = TARGETS[version] as EventDestinationTarget;
      new EventSubscription(stack, 'subscription', {
        sources: [{ type: 'ip_policy_created.v0' }],
        destinationIds: [new EventDestination(stack, 'destination', { format: 'json', target }).id],
      });
    },
    writes: ['POST event_destinations', 'PATCH event_subscriptions', 'DELETE event_destinations'],
  },
  {
    title: '`enforced` that a variable changes',
    declare(stack, version) {
      const variable = new TerraformVariable(stack, 'enforced', { type: 'bool', default: version === 1 });
      const { restriction } = new AccessRestriction(stack, 'variable', {
        restricts: 'api',
        policies: [new IpAllowList(stack, 'constant', { allow: ['203.0.113.0/24'] })],
        mustAdmit: ['203.0.113.7'],
      });
      restriction.enforced = Token.asAny(variable.value);
    },
    writes: ['PATCH ip_restrictions api'],
  },
];

describe('changes that one apply deploys', () => {
  let deployment: Deployment;
  let writes: readonly string[];
  let planned: Readonly<Record<string, string>>;

  beforeAll(async () => {
    deployment = await openDeployment();
    const { emulator } = deployment;
    const deploy = async (version: 0 | 1): Promise<void> => {
      const stack = stackWith();
      for (const { declare } of CHANGES) declare(stack, version);
      await deployment.deploy(render(stack));
    };
    await deploy(0);
    const typeOf = (id: string | undefined) =>
      emulator.objects('ip_restriction').find((each) => each['id'] === id)?.['type'];
    const before = emulator.requests().length;
    await deploy(1);
    const sent = emulator.requests().slice(before);
    writes = sent
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => {
        const [, collection, id] = path.split('/');
        const type = collection === 'ip_restrictions' ? ` ${String(typeOf(id))}` : '';
        return `${method} ${collection}${type}`;
      });
    planned = await deployment.plan();
  });
  afterAll(async () => {
    await deployment.close();
    removeFolders();
  });

  test.each(CHANGES)('$title', ({ writes: expected }) => {
    expect(writes.filter((write) => expected.includes(write))).toEqual(expected);
  });

  test('nothing else was written, the plan is empty after the apply, and the new domain has a certificate', () => {
    expect([...writes].sort()).toEqual(CHANGES.flatMap((change) => change.writes).sort());
    expect(planned).toEqual({});
    // DomainWithCertificate waits for the certificate of the new name.
    expect(deployment.emulator.objects('domain')).toContainEqual(
      expect.objectContaining({
        domain: '*.new.example.com',
        certificate: expect.objectContaining({ id: expect.stringMatching(/^cert_/) }),
      }),
    );
  });
});
