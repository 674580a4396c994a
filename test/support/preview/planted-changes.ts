/**
 * Changes that a test makes to an account of the emulator, and the dangers that the preview finds in them. Terraform does not
 * run: the states before and after come from the emulator.
 */
import { groupBy } from '../../../src/model/arrays';
import { getKind } from '../../../src/model/kinds';
import { kindIn, PROFILES } from '../../../src/model/profiles';
import { type ReviewedCopy, reviewCopies } from '../../../src/preview/access';
import { type Danger, findAccessDangers, findObjectDangers } from '../../../src/preview/dangers';
import { listChangedObjects } from '../../../src/preview/objects';
import { findRenames } from '../../../src/preview/renames';
import type { PlanAction, PlanJson, ResourceChange } from '../../../src/terraform/plan-json';
import type { JsonObject } from '../../../src/values/json';
import { createMaker } from '../../every-kind';
import { minimalConfig } from '../acceptance/samples';
import { createApi } from '../emulator/api';

/** The account and its objects before the change: a policy with one rule, and a restriction of the API that enforces it. */
export interface Account {
  readonly policy: string;
  readonly rule: string;
  readonly restriction: string;
  create(path: string, body: JsonObject): Promise<string>;
  send(method: string, path: string, body?: JsonObject): Promise<void>;
  /** Creates an object with its dependencies and returns its path. */
  createSample(kind: string, values?: JsonObject): Promise<string>;
  /** Deletes the object and creates another one, as Terraform does when it replaces a resource. */
  replace(path: string, kind: string, values?: JsonObject): Promise<void>;
}

export interface Planted<Prepared = void> {
  /** A kind that the change needs; it decides the profile of the account. Undefined: `spec`. */
  readonly kind?: string;
  /** Runs before the change and is part of the account. */
  readonly prepare?: (account: Account) => Promise<Prepared>;
  readonly change: (account: Account, prepared: Prepared) => Promise<void>;
}

/** Returns the types of the dangers of {@link listDangers}. */
export async function findDangers<Prepared>(planted: Planted<Prepared>): Promise<string[]> {
  return (await listDangers(planted)).map(({ type }) => type);
}

export async function listDangers<Prepared>({ kind, prepare, change }: Planted<Prepared>): Promise<Danger[]> {
  const profile = PROFILES[kind !== undefined && getKind(kind).profiles ? 'ngrok' : 'spec'];
  const api = createApi({ profile: profile.name, certificates: { seconds: 0 } }, { ...profile.headers });
  const { emulator } = api;
  const addresses = new Map<string, string>();
  const send = async (method: string, path: string, body?: JsonObject): Promise<void> => {
    const { status, body: problem } = await api.send(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} returned ${status}: ${JSON.stringify(problem)}`);
  };
  const create = async (path: string, body: JsonObject): Promise<string> => (await api.create(path, body)).id;
  const kindOf = (name: string) => kindIn(getKind(name), profile);
  const { resolve } = createMaker(({ path }, body) => api.create(path, body), kindOf);
  const createSample = async (name: string, values: JsonObject = {}): Promise<string> => {
    const sampled = kindOf(name);
    const body = await resolve(sampled, { ...minimalConfig(sampled, { object: 0 }), ...values });
    return `${sampled.path}/${await create(sampled.path, body)}`;
  };
  const policy = await create('/ip_policies', { description: 'Office' });
  const rule = await create('/ip_policy_rules', { ip_policy_id: policy, cidr: '203.0.113.0/24', action: 'allow' });
  const restriction = await create('/ip_restrictions', { type: 'api', enforced: true, ip_policy_ids: [policy] });
  const account: Account = {
    policy,
    rule,
    restriction,
    create,
    createSample,
    send,
    async replace(path, kind, values) {
      await send('DELETE', path);
      const created = await createSample(kind, values);
      for (const each of [path, created]) addresses.set(each.split('/').at(-1) ?? '', `netingress_${kind}.replaced`);
    },
  };
  const prepared = (await prepare?.(account)) as Prepared;
  const before = await emulator.snapshot();
  await change(account, prepared);
  const after = await emulator.snapshot();
  const secretDigests = { before: new Map(), after: new Map() };
  const copy = { before, after, secretDigests, failures: [], agentEndpoints: { kind: 'endpoint', objects: [] } };
  const [{ review, ...facts }] = reviewCopies({ accounts: [copy as never], findMarks: () => undefined }) as [
    ReviewedCopy,
  ];
  const locate = (id: string) => ({ stack: 'app', address: addresses.get(id) ?? null, path: null });
  return [
    ...findAccessDangers(facts.before, facts.after, review.restrictions, () => null),
    ...findObjectDangers(listChangedObjects(before, after, locate, () => undefined)),
  ];
}

export interface PlannedChange {
  readonly kind: string;
  readonly name: string;
  readonly actions: readonly PlanAction[];
  readonly before?: JsonObject;
  readonly after?: JsonObject;
  /** Attributes that are known after the apply. */
  readonly unknown?: readonly string[];
  /** Default: `app`. */
  readonly stack?: string;
  /** Name of the module that has the resource: `sites`. Default: the root module. */
  readonly module?: string;
}

/**
 * The renames in the plans of one or several stacks. By default the stacks are of an app, in which `netingress_ip_policy.new` has
 * the construct `app/new`; with `isHcl` there are no constructs.
 */
export function findPlanDangers(changes: readonly PlannedChange[], { isHcl = false } = {}): Danger[] {
  const stacks = [...groupBy(changes, ({ stack = 'app' }) => stack)];
  const constructs = new Map(isHcl ? [] : [['netingress_ip_policy.new', 'app/new']]);
  return findRenames(stacks.map(([name, planned]) => ({ name, plan: toPlan(planned), constructs })));
}

function toPlan(changes: readonly PlannedChange[]): PlanJson {
  return {
    resource_changes: changes.map(
      ({ kind, name, module, actions, before = null, after = null, unknown = [] }): ResourceChange => ({
        address: `${module === undefined ? '' : `module.${module}.`}netingress_${kind}.${name}`,
        mode: 'managed',
        type: `netingress_${kind}`,
        name,
        change: { actions, before, after, after_unknown: Object.fromEntries(unknown.map((path) => [path, true])) },
      }),
    ),
  };
}
