import { resolve } from 'node:path';
import { type AccessFacts, createFacts } from '../access/facts';
import { findHiddenParts, type HiddenParts } from '../access-review/hidden-parts';
import { applyPlan } from '../access-review/plan';
import { HOST_KINDS, needsHost } from '../access-review/unproved-writes';
import { confirmObject, readAccount } from '../account/read-account';
import { withCommandClient } from '../command/command-client';
import { type CliContext, CliError } from '../command/context';
import { warnOfNewerSource } from '../command/inputs/newer-sources';
import { readInput } from '../command/inputs/read-input';
import { ENDPOINT_KINDS, RESTRICTION_KINDS } from '../model/access-attributes';
import { findKindOfId, getKind, KINDS, READ_ONLY_KINDS } from '../model/kinds';
import type { FindMarks } from '../model/marks';
import { isKindIn } from '../model/profiles/kind-in';
import { fromAccount } from '../objects/from-account';
import { fromPlan, type PlannedObjects } from '../objects/from-plan';
import { type ConfiguredObjects, fromStacks } from '../objects/from-stacks';
import { expandRules, markObjects, type ObjectList } from '../objects/objects';
import { synthCommand } from '../terraform/find-cdktf-library';
import { findPlanSecrets } from '../terraform/find-secrets';
import { parsePlanJson } from '../terraform/plan-json';
import { readSynthesizedStacks } from '../terraform/read-configuration';
import type { Cause } from '../values/cause';
import { Identities, type Known, Unknown } from '../values/known';
import { markCopies } from '../values/marks';

/**
 * Reads rules, policies and restrictions, and if the profile has endpoints, `more`. A list that cannot be read is
 * incomplete, and the reason is printed.
 */
export async function readAccountFacts(context: CliContext, more: readonly string[]): Promise<ObjectList[]> {
  return withCommandClient(context, async ({ client }) => {
    const hasEndpoints = isKindIn(getKind('cloud_endpoint'), client.profile);
    const names = [...RESTRICTION_KINDS, ...(hasEndpoints ? more : [])];
    const kinds = [...KINDS, ...READ_ONLY_KINDS].filter(
      (kind) => names.includes(kind.name) && isKindIn(kind, client.profile),
    );
    const inventory = await readAccount(client, {
      kinds: kinds.map(({ name }) => name),
      call: { signal: context.signal },
    });
    // Many answers may depend on a list, so why it could not be read is printed once.
    for (const { kind, failure } of inventory.kinds)
      if (failure) context.printError(`Cannot read all objects of ${kind}: ${failure.message}`);
    return fromAccount(inventory);
  });
}

/** The list of endpoints that are online is incomplete: agents have some that no configuration contains. */
export async function readConfiguredFacts(context: CliContext, folder: string): Promise<ConfiguredObjects> {
  const { cwd } = context;
  const stacks = await readSynthesizedStacks(resolve(cwd, folder));
  if (!stacks)
    throw new CliError(`No synthesized configuration found in ${folder}. Run ${synthCommand(cwd)}, or correct --app.`);
  await warnOfNewerSource(context, folder);
  const { lists, undecided } = fromStacks(stacks);
  const agents = {
    kind: 'endpoint',
    objects: [],
    incomplete: new Unknown({ kind: 'agents', source: 'configuration' }),
  };
  return { lists: [...expandRules(lists), agents], undecided };
}

async function readPlannedFacts(
  context: CliContext,
  file: string,
): Promise<{ readonly planned: PlannedObjects; readonly secrets: readonly string[] }> {
  const plan = parsePlanJson(await readInput(context, file, 'the plan'));
  if (plan) return { planned: fromPlan(plan), secrets: findPlanSecrets(plan) };
  throw new CliError(`Cannot read the plan ${file}: expected the output of \`terraform show -json PLAN\`.`);
}

/**
 * A profile without endpoints has none. `createFacts` takes the first list of a kind, so the lists that were read win.
 */
const ABSENT: readonly ObjectList[] = ['cloud_endpoint', 'endpoint'].map((kind) => ({ kind, objects: [] }));

export interface PlannedFacts {
  readonly before: AccessFacts;
  readonly after: AccessFacts;
  /** The lists of `after`. */
  readonly lists: readonly ObjectList[];
  /** The parts with an attribute that contains a secret of the plan, see {@link markCopies}. */
  readonly hidden: HiddenParts;
  /** Why the state after the change may not be what it seems. */
  readonly undecided: readonly Cause[];
  /** Writes that the provider refuses for certain, so that the apply ends with an error. */
  readonly refused: readonly Cause[];
}

export async function readPlannedChange(context: CliContext, file: string): Promise<PlannedFacts> {
  const { planned, secrets } = await readPlannedFacts(context, file);
  const findMarks: FindMarks = (_, __, values) => markCopies(values, secrets);
  const needsHosts = planned.after.some((each) => needsHost(planned, each));
  const kinds = [...ENDPOINT_KINDS, ...(needsHosts ? HOST_KINDS : [])];
  const read = markObjects(await readAccountFacts(context, kinds), findMarks);
  const objects = await readAccountObjects(context, planned.accountObjects);
  const { lists: changed, undecided, refused } = applyPlan(read, planned, (id) => objects.get(id) ?? false);
  const lists = markObjects(changed, findMarks);
  const identities = new Identities();
  const [before, after] = [read, lists].map((each) => createFacts([...each, ...ABSENT], identities)) as [
    AccessFacts,
    AccessFacts,
  ];
  return {
    before,
    after,
    lists,
    hidden: findHiddenParts([...read, ...lists]),
    undecided,
    refused: refused.map((risk) => ({ kind: 'refused_write', risk })),
  };
}

/** False for a 404. Unknown after another failure of the request, and if the id is of no known kind. */
async function readAccountObjects(
  context: CliContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Known<boolean>>> {
  if (ids.length === 0) return new Map();
  return withCommandClient(context, async ({ client }) => {
    const read = async (id: string): Promise<Known<boolean>> => {
      const kind = findKindOfId(id);
      if (!kind) return new Unknown({ kind: 'no_kind', id });
      const result = await confirmObject(client, kind.name, id, { signal: context.signal });
      if (!('failure' in result)) return 'found' in result;
      const { message, ...failure } = result.failure;
      context.printError(`Cannot read the ${kind.title} ${id}: ${message}`);
      return new Unknown({ kind: 'unread', list: kind.name, id, failure });
    };
    return new Map(await Promise.all(ids.map(async (id) => [id, await read(id)] as const)));
  });
}
