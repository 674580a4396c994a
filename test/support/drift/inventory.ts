/**
 * An account in an emulator, whose objects a test deploys with the provider in this process, and changes without it.
 */

import { confirmCandidate } from '../../../src/account/confirm';
import { readAccount } from '../../../src/account/read-account';
import { createClient, type ServiceClient } from '../../../src/client';
import { recordChanges } from '../../../src/drift/attribution/recorded-changes';
import type { LookupResult } from '../../../src/drift/compare/input';
import { findCandidates } from '../../../src/drift/compare/object-index';
import { type Drift, detectDrift, type ReportInput } from '../../../src/drift/report/report';
import type { DeliveredAuditEvent } from '../../../src/events/dated-event';
import type { StateResource } from '../../../src/model/inventory';
import { findKindOfId } from '../../../src/model/kinds';
import type { Profile } from '../../../src/model/profiles';
import { fromStates } from '../../../src/objects/from-states';
import type { Json, JsonObject } from '../../../src/values/json';
import { connectApi, type User } from '../emulator/api';
import { createHarness, type Harness, plain } from '../provider/harness';
import { stateResource } from '../state-resource';

export interface DeployedAccount {
  readonly harness: Harness;
  readonly client: ServiceClient;
  /** One entry for each resource that was deployed. */
  readonly stateResources: StateResource[];
  /**
   * Deploys a resource; references like `${netingress_ip_policy.dep0.id}` become the id of what is deployed, or null.
   * So does `${netingress_ip_policy_rules.all.ip_policy_id}` of a set of rules.
   */
  deploy(type: string, name: string, config: JsonObject): Promise<StateResource>;
  /** The value with such references replaced. */
  resolve(value: Json): Json;
  /** The id of the rule with the network. */
  ruleOf(cidr: string): Json | undefined;
  /**
   * Reads the account and looks up objects as the command does, and compares. The other data of the command, such as
   * `now`, without which no grant is live, `readerKeyId` and `lost`, is undefined unless `more` has it.
   */
  drift(more?: DriftOptions): Promise<Drift>;
  /** Changes an object without Terraform, by default in the dashboard. */
  changeDirectly(method: string, path: string, body?: unknown, who?: Partial<User>): Promise<JsonObject>;
  /** Changes an object without Terraform: one that was deployed, or another one by its id. */
  edit(object: StateResource | Json | undefined, body: object, who?: Partial<User>): Promise<JsonObject>;
  /** Deletes an object without Terraform. */
  remove(object: StateResource | Json | undefined): Promise<JsonObject>;
  events(): readonly DeliveredAuditEvent[];
  close(): Promise<void>;
}

type DriftOptions = Omit<Partial<ReportInput>, 'events' | 'inState'> & {
  readonly events?: Iterable<DeliveredAuditEvent>;
  /** The resources of the states, instead of those that were deployed. */
  readonly stateResources?: readonly StateResource[];
};

/** The default author of direct changes. */
export const ANN: User = { id: 'usr_ann', subject: 'ann@example.com', source: 'Dashboard' };

/** A new account for each test of the file or block. Its members are those of the account of the running test. */
export function useDeployedAccount(profile?: Profile['name']): DeployedAccount {
  const account = {} as DeployedAccount;
  beforeEach(async () => void Object.assign(account, await createDeployedAccount(profile)));
  afterEach(() => account.close());
  return account;
}

export async function createDeployedAccount(profile: Profile['name'] = 'spec'): Promise<DeployedAccount> {
  const harness = await createHarness(profile);
  const { emulator } = harness;
  const { sendAsUser } = connectApi(emulator);
  const client = createClient({
    baseUrl: 'http://emulator.localhost',
    apiKey: emulator.apiKey,
    fetch: emulator.fetch,
    profile,
    maxRequestsPerMinute: 0,
  });
  const stateObjects: StateResource[] = [];
  const resolve = (value: Json): Json => {
    if (Array.isArray(value)) return (value as Json[]).map(resolve);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolve(member ?? null)]));
    // A set of rules has the id of its policy, so its `ip_policy_id` is its `id`.
    const address =
      typeof value === 'string' ? /^\$\{(netingress_[^}]+)\.(?:id|ip_policy_id)\}$/.exec(value)?.[1] : undefined;
    return address === undefined
      ? value
      : (stateObjects.find((each) => each.address === address)?.values['id'] ?? null);
  };
  const account: DeployedAccount = {
    harness,
    client,
    stateResources: stateObjects,
    resolve,
    ruleOf: (cidr) => emulator.objects('ip_policy_rule').find((rule) => rule['cidr'] === cidr)?.['id'],
    async deploy(type, name, config) {
      const state = await harness.applied(type, resolve(config) as JsonObject);
      const object = stateResource(`${type}.${name}`, plain(state) as JsonObject);
      stateObjects.push(object);
      return object;
    },
    async drift({ events, stateResources = stateObjects, ...more } = {}) {
      const account = await readAccount(client);
      const lookups = await Promise.all(
        findCandidates({ account, inState: fromStates(stateResources) }).map(
          async (candidate): Promise<LookupResult> => {
            const reading = await confirmCandidate(client, candidate);
            return { ...candidate, ...('gone' in reading ? {} : reading) };
          },
        ),
      );
      return detectDrift({
        account,
        inState: fromStates(stateResources),
        configured: [],
        lookups,
        usage: { requests: 0, pages: 0 },
        // Only decides which ignore rules have expired. Chosen, so that the real day does not matter.
        today: '2026-11-21',
        ...(events && { events: recordChanges(events) }),
        ...more,
      });
    },
    async changeDirectly(method, path, body, who = {}) {
      const response = await sendAsUser(method, path, body, { ...ANN, ...who });
      const returned = response.body as JsonObject;
      if (response.status >= 300)
        throw new Error(`${method} ${path} ${JSON.stringify(body)}: ${JSON.stringify(returned)}`);
      return returned;
    },
    edit: (object, body, who) => account.changeDirectly('PATCH', pathOf(object), body, who),
    remove: (object) => account.changeDirectly('DELETE', pathOf(object)),
    events: () => emulator.events(),
    async close() {
      await client.close();
      await emulator.close();
    },
  };
  return account;
}

function pathOf(object: StateResource | Json | undefined): string {
  const id = String(typeof object === 'object' ? (object as StateResource).values['id'] : object);
  const kind = findKindOfId(id);
  if (!kind) throw new Error(`No kind has the id ${id}`);
  return `${kind.path}/${id}`;
}
