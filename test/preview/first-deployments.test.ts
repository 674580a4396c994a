/**
 * An app of three stacks that was never deployed. `terraform plan` fails for every stack that reads the state of another
 * one; the preview applies all of them in order.
 */

import { getKind } from '../../src/model/kinds';
import type { JsonObject } from '../../src/values/json';
import { compositeDependencies } from '../support/acceptance/all-kinds';
import { dependencies, minimalConfig } from '../support/acceptance/samples';
import { expression } from '../support/expression';
import { appForEach, readStack } from '../support/preview/app';

const app = appForEach();

/** A resource of one stack, and resources of another stack that need its id. `key` makes names unique. */
interface Link {
  readonly kind: string;
  readonly produce: (key: string) => JsonObject;
  readonly consume: (id: string, key: string) => Readonly<Record<string, JsonObject>>;
}

const sample = (kind: string, values: JsonObject = {}): JsonObject => ({
  ...minimalConfig(getKind(kind), { object: 0 }),
  ...values,
});
const managed = Object.values(compositeDependencies()['netingress_domain'] ?? {})[0] ?? {};

const LINKS: readonly Link[] = [
  {
    kind: 'ip_policy',
    produce: (key) => ({ description: `Policy of ${key}` }),
    consume: (id) => ({ netingress_ip_policy_rule: { ip_policy_id: id, cidr: '203.0.113.0/24', action: 'allow' } }),
  },
  {
    kind: 'ip_policy',
    produce: (key) => ({ description: `Rule set of ${key}` }),
    consume: (id) => ({
      netingress_ip_policy_rules: { ip_policy_id: id, rules: { '198.51.100.0/24': { action: 'allow' } } },
    }),
  },
  {
    kind: 'event_destination',
    produce: () => dependencies(getKind('event_subscription'))['netingress_event_destination']?.['dep0'] ?? {},
    consume: (id, key) => ({
      netingress_event_subscription: {
        description: `Subscription of ${key}`,
        sources: [{ type: 'ip_policy_created.v0' }],
        destination_ids: [id],
      },
    }),
  },
  {
    kind: 'ssh_certificate_authority',
    produce: (key) => ({ description: `Authority of ${key}`, private_key_type: 'ed25519' }),
    consume: (id) => ({
      netingress_ssh_host_certificate: sample('ssh_host_certificate', { ssh_certificate_authority_id: id }),
      netingress_ssh_user_certificate: sample('ssh_user_certificate', { ssh_certificate_authority_id: id }),
    }),
  },
  {
    kind: 'tls_certificate',
    produce: () => sample('tls_certificate'),
    consume: (id, key) => ({ netingress_domain: { domain: `${key}.uploaded.example.com`, certificate_id: id } }),
  },
  {
    kind: 'domain',
    produce: (key) => ({ ...managed, domain: `${key}.managed.example.com` }),
    consume: (id) => ({ netingress_domain_certificate: { domain_id: id } }),
  },
];

/** A stack that makes what others need, and uses what the stacks before it made. */
function createStack(name: string, { makes, reads }: { makes: boolean; reads: readonly string[] }): JsonObject {
  const made = makes
    ? LINKS.map(({ kind, produce }, at) => [kind, `made${at}`, produce(`${name}-made${at}`)] as const)
    : [];
  const used = reads.flatMap((other) =>
    LINKS.flatMap(({ consume }, at) =>
      Object.entries(
        consume(expression(`data.terraform_remote_state.${other}.outputs.made${at}`), `${name}-${other}${at}`),
      )
        // A policy has one rule set, and a network has one rule: only the next stack adds them.
        .filter(([type]) => other === reads[0] || !type.startsWith('netingress_ip_policy_rule'))
        .map(([type, values]) => [type.replace('netingress_', ''), `from_${other}${at}`, values] as const),
    ),
  );
  const resource: Record<string, Record<string, JsonObject>> = {};
  for (const [kind, object, values] of [...made, ...used])
    resource[`netingress_${kind}`] = { ...resource[`netingress_${kind}`], [object]: values };
  return {
    resource,
    ...(reads.length > 0 && {
      data: { terraform_remote_state: Object.fromEntries(reads.map((other) => [other, readStack(app, other)])) },
    }),
    ...(makes && {
      output: Object.fromEntries(
        made.map(([kind, object]) => [object, { value: expression(`netingress_${kind}.${object}.id`) }]),
      ),
    }),
  };
}

test('an app whose stacks pass ids of six resources to each other is previewed before anything is deployed', async () => {
  // The last stack comes first, so that the order must be found.
  const stacks = {
    last: createStack('last', { makes: false, reads: ['middle', 'first'] }),
    middle: createStack('middle', { makes: true, reads: ['first'] }),
    first: createStack('first', { makes: true, reads: [] }),
  };
  await app.synthesize(stacks);
  await app.terraform('last', 'init');
  expect(await app.terraform('last', 'plan')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Unable to find remote state'),
  });
  const report = await app.report();
  expect(report).toMatchObject({
    result: 'applies',
    exit_status: 0,
    refusals: [],
    incomplete: [],
    never_settles: [],
    stacks: ['first', 'middle', 'last'].map((name) => ({ name, status: 'applied' })),
  });
  // Waiting for a certificate makes no object.
  const resources = Object.values(stacks).flatMap(({ resource }) => Object.entries(resource as Record<string, object>));
  const objects = resources.flatMap(([type, named]) =>
    type === 'netingress_domain_certificate' ? [] : Object.keys(named),
  );
  const created = report.objects.filter(({ action, path }) => action === 'create' && path !== null);
  expect(created).toHaveLength(objects.length);
  expect(app.emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
});
