/** Apps of several stacks whose references lead from one state to another. */
import type { JsonObject } from '../../../src/model/json';
import { getKind } from '../../../src/model/kinds';
import { picker } from '../../fuzz';
import { compositeDependencies } from '../acceptance/all-kinds';
import { dependencies, minimalConfig } from '../acceptance/samples';
import { expression, type StackBlocks } from './app';

/** A resource of one stack, and resources of other stacks that need its id. `key` makes names unique. */
interface Link {
  readonly kind: string;
  readonly produce: (key: string) => JsonObject;
  readonly consume: (id: string, key: string) => Readonly<Record<string, JsonObject>>;
}

/** Members of the sample of a dependency that must be unique are replaced. */
const dependency = (kind: string, of: string): JsonObject =>
  dependencies(getKind(of))[`netingress_${kind}`]?.['dep0'] ?? {};
const sample = (kind: string, values: JsonObject): JsonObject => ({
  ...minimalConfig(getKind(kind), { object: 0 }),
  ...values,
});
const managed = Object.values(compositeDependencies()['netingress_domain'] ?? {})[0] ?? {};

const LINKS: readonly Link[] = [
  {
    kind: 'ip_policy',
    produce: (key) => ({ description: `Policy of ${key}` }),
    consume: (id) => ({
      netingress_ip_policy_rule: { ip_policy_id: id, cidr: '203.0.113.0/24', action: 'allow' },
    }),
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
    produce: () => dependency('event_destination', 'event_subscription'),
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
    produce: () => minimalConfig(getKind('tls_certificate'), { object: 0 }),
    consume: (id, key) => ({ netingress_domain: { domain: `${key}.uploaded.example.com`, certificate_id: id } }),
  },
  {
    kind: 'domain',
    produce: (key) => ({ ...managed, domain: `${key}.managed.example.com` }),
    consume: (id) => ({ netingress_domain_certificate: { domain_id: id } }),
  },
];

export interface GeneratedApp {
  readonly stacks: Readonly<Record<string, StackBlocks>>;
  readonly dependents: readonly string[];
  /** Objects of the service that the app creates. */
  readonly objects: number;
}

interface GeneratedStack {
  readonly name: string;
  /** Positions in {@link LINKS}. */
  readonly made: readonly number[];
  /** Positions of the stacks that it reads. */
  readonly reads: readonly number[];
}

/** Two to four stacks. Each one after the first reads one or two earlier stacks, and uses the ids that they have. */
export function generateApp(index: number, readStack: (name: string) => JsonObject): GeneratedApp {
  const pick = picker(100 + index);
  const count = 2 + pick(3);
  const plan = Array.from({ length: count }, (_, number): GeneratedStack => {
    const some = number === count - 1 ? [] : [pick(LINKS.length), pick(LINKS.length), pick(LINKS.length)];
    const reads = number === 0 ? [] : [...new Set([number - 1, pick(number)])];
    return { name: `app${index}-${'abcd'.charAt(number)}`, made: [...new Set(some)], reads };
  });
  const stacks = plan.map((stack, number) => [stack.name, renderStack(plan, number, readStack)] as const);
  const types = plan.flatMap((_, number) => listResources(plan, number).map(({ type }) => type));
  return {
    // The last stack comes first, so that the order must be found.
    stacks: Object.fromEntries([...stacks].reverse()),
    dependents: plan.filter(({ reads }) => reads.length > 0).map(({ name }) => name),
    objects: types.filter((type) => type !== 'netingress_domain_certificate').length,
  };
}

function renderStack(
  plan: readonly GeneratedStack[],
  number: number,
  readStack: (name: string) => JsonObject,
): StackBlocks {
  const { made = [], reads = [] } = plan[number] ?? {};
  const resource: Record<string, Record<string, JsonObject>> = {};
  for (const { type, name, values } of listResources(plan, number)) {
    resource[type] = { ...resource[type], [name]: values };
  }
  const states = reads.map((other) => [`s${other}`, readStack(plan[other]?.name ?? '')] as const);
  const outputs = made.map((at) => [`made${at}`, { value: expression(`netingress_${LINKS[at]?.kind}.made${at}.id`) }]);
  return {
    resource,
    ...(states.length > 0 && { data: { terraform_remote_state: Object.fromEntries(states) } }),
    ...(outputs.length > 0 && { output: Object.fromEntries(outputs) }),
  };
}

function listResources(
  plan: readonly GeneratedStack[],
  number: number,
): { readonly type: string; readonly name: string; readonly values: JsonObject }[] {
  const { name: stack = '', made = [], reads = [] } = plan[number] ?? {};
  const produced = made.map((at) => ({
    type: `netingress_${LINKS[at]?.kind}`,
    name: `made${at}`,
    values: LINKS[at]?.produce(`${stack}-made${at}`) ?? {},
  }));
  const consumed = reads.flatMap((other) =>
    (plan[other]?.made ?? []).flatMap((at) => {
      const name = `from${other}_made${at}`;
      const id = expression(`data.terraform_remote_state.s${other}.outputs.made${at}`);
      const resources = Object.entries(LINKS[at]?.consume(id, `${stack}-from${other}-made${at}`) ?? {});
      return (
        resources
          // A policy has one rule set, and a network has one rule: only the next stack adds them.
          .filter(([type]) => number === other + 1 || !type.startsWith('netingress_ip_policy_rule'))
          .map(([type, values]) => ({ type, name, values }))
      );
    }),
  );
  return [...produced, ...consumed];
}
