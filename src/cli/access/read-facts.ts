/** Reads the facts that decide about access: from the account, a synthesized app, or a plan. */
import { resolve } from 'node:path';
import { type AccessFacts, createFacts, type FactList, toFact } from '../../access/facts';
import { applyPlan } from '../../access/plan';
import { confirmObject, readAccount } from '../../account/read-account';
import { ENDPOINT_KINDS, RESTRICTION_KINDS } from '../../model/access-attributes';
import type { KindListing } from '../../model/inventory';
import { findKindOfId, getKind, KINDS, READ_ONLY_KINDS } from '../../model/kinds';
import { type Known, Unknown } from '../../model/known';
import { isKindIn } from '../../model/profiles/kind-in';
import { listDeclaredObjects } from '../../terraform/configuration/configured-objects';
import type { PlannedObjects } from '../../terraform/configuration/planned-objects';
import { readPlan } from '../../terraform/configuration/planned-objects';
import { synthCommand } from '../../terraform/find-cdktf-library';
import { parsePlanJson } from '../../terraform/plan-json';
import { readSynthesizedStacks } from '../../terraform/read-configuration';
import { withCommandClient } from '../command-client';
import { type CliContext, CliError } from '../context';
import { warnOfNewerSource } from '../newer-sources';
import { readInput } from '../read-input';

/** `withEndpoints`: also the endpoints, which only some profiles have. */
export async function readAccountFacts(context: CliContext, withEndpoints: boolean): Promise<FactList[]> {
  return withCommandClient(context, async ({ client }) => {
    const hasEndpoints = withEndpoints && isKindIn(getKind('cloud_endpoint'), client.profile);
    const names = [...RESTRICTION_KINDS, ...(hasEndpoints ? ENDPOINT_KINDS : [])];
    const kinds = [...KINDS, ...READ_ONLY_KINDS].filter(
      (kind) => names.includes(kind.name) && isKindIn(kind, client.profile),
    );
    const inventory = await readAccount(client, {
      kinds: kinds.map(({ name }) => name),
      call: { signal: context.signal },
    });
    return inventory.kinds.map((listing) => toFactList(context, listing));
  });
}

/** Many answers may depend on a list, so why it could not be read is printed once. */
function toFactList({ printError }: CliContext, { kind, objects, failure }: KindListing): FactList {
  if (failure) printError(`Cannot read all objects of ${kind}: ${failure.message}`);
  return {
    kind,
    objects: objects.map((object) => toFact(kind, object)),
    ...(failure && { incomplete: new Unknown(`the list of ${kind} objects could not be read`) }),
  };
}

/** What the stacks of a synthesized app declare. Agents have endpoints that no configuration contains. */
export async function readConfiguredFacts(
  context: CliContext,
  folder: string,
): Promise<{ readonly lists: readonly FactList[]; readonly undecided: readonly string[] }> {
  const { cwd } = context;
  const stacks = await readSynthesizedStacks(resolve(cwd, folder));
  if (!stacks)
    throw new CliError(`No synthesized configuration found in ${folder}. Run ${synthCommand(cwd)}, or correct --app.`);
  await warnOfNewerSource(context, folder);
  const { lists, undecided } = listDeclaredObjects(stacks);
  const paths = new Map(
    stacks.flatMap(({ name, resources }) =>
      resources.map(({ address, name: label, path }): [string, readonly string[]] => [
        `${name}: ${address}`,
        [address, label, ...(path === undefined ? [] : [path, path.split('/').at(-1) ?? ''])],
      ]),
    ),
  );
  return {
    lists: [
      ...lists.map((list) => ({
        ...list,
        objects: list.objects.map((object) => ({ ...object, names: paths.get(object.id) ?? [] })),
      })),
      { kind: 'endpoint', objects: [], incomplete: new Unknown('a configuration has no endpoints of agents') },
    ],
    undecided,
  };
}

/** The objects of a plan that `terraform show -json` printed. */
async function readPlannedFacts(context: CliContext, file: string): Promise<PlannedObjects> {
  const plan = parsePlanJson(await readInput(context, file, 'the plan'));
  if (plan) return readPlan(plan);
  throw new CliError(`Cannot read the plan ${file}: expected the output of \`terraform show -json PLAN\`.`);
}

/** A profile without endpoints has none; lists of other profiles come first. */
const ABSENT: readonly FactList[] = ['cloud_endpoint', 'endpoint'].map((kind) => ({ kind, objects: [] }));

export interface PlannedChange {
  readonly before: AccessFacts;
  readonly after: AccessFacts;
  /** The lists of `after`. */
  readonly lists: readonly FactList[];
  /** Clauses that say why the state after the change may not be what it seems. */
  readonly undecided: readonly string[];
}

/** The account as it is, and with the changes of a plan. */
export async function readPlannedChange(context: CliContext, file: string): Promise<PlannedChange> {
  const planned = await readPlannedFacts(context, file);
  const read = await readAccountFacts(context, true);
  const objects = await readAccountObjects(context, planned.accountObjects);
  const { lists, undecided } = applyPlan(read, planned, (id) => objects.get(id) ?? false);
  const [before, after] = [read, lists].map((each) => createFacts([...each, ...ABSENT])) as [AccessFacts, AccessFacts];
  return { before, after, lists, undecided };
}

/** Reads objects of `account_object`. The result is not known if a request fails. */
async function readAccountObjects(
  context: CliContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Known<boolean>>> {
  if (ids.length === 0) return new Map();
  return withCommandClient(context, async ({ client }) => {
    const read = async (id: string): Promise<Known<boolean>> => {
      const kind = findKindOfId(id);
      if (!kind) return new Unknown(`no resource type has ids like '${id}'`);
      const result = await confirmObject(client, kind.name, id, { signal: context.signal });
      return 'failure' in result ? new Unknown(result.failure.message) : 'found' in result;
    };
    return new Map(await Promise.all(ids.map(async (id) => [id, await read(id)] as const)));
  });
}
