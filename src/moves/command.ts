import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { readAccount } from '../account/read-account';
import { type CommandClient, expectAccount, withCommandClient } from '../command/command-client';
import { type CliContext, CliError } from '../command/context';
import { defineCommand, type Ended } from '../command/define-command';
import { findAccountObjects } from '../command/inputs/find-account-objects';
import {
  expectConfiguration,
  expectReadable,
  type Inputs,
  loadInputs,
  loadStates,
} from '../command/inputs/load-inputs';
import { warnOfNewerSource } from '../command/inputs/newer-sources';
import { inputName, readInput } from '../command/inputs/read-input';
import { APP_DETAIL, DEFAULT_SYNTH_FOLDER, type OptionUses, type OptionValues } from '../command/options';
import type { ReportFormat } from '../command/report';
import type { CdktfLibrary } from '../model/cdktf-library';
import { displayName } from '../model/composites';
import { derivedReason, keyIdOfToken } from '../model/derived-objects';
import { EXIT } from '../model/exit-status';
import type { AccountObject, StateResource } from '../model/inventory';
import { parseKindName } from '../model/naming';
import { movesWithPlan, PROVIDER_ATTRIBUTES } from '../model/provider-config';
import { formatCount, shellQuote } from '../model/text';
import { fromStates, type StateObject } from '../objects/from-states';
import type { Obj, Place, Placed } from '../objects/objects';
import { separateOtherAccounts } from '../objects/other-accounts';
import { toJson } from '../report/json';
import { type Item, type Section, type Summary, toItem } from '../report/section';
import { toText } from '../report/text';
import type { SynthesizedStack } from '../terraform/configuration/configuration';
import { findCdktfLibrary, synthCommand } from '../terraform/find-cdktf-library';
import { type PlanJson, parsePlanJson } from '../terraform/plan-json';
import { readConfiguration } from '../terraform/read-configuration';
import { parseState } from '../terraform/state';
import { HCL_FILE } from '../terraform/ui-json';
import { isUnknown } from '../values/known';
import { formatList, type Words } from '../values/words';
import {
  addFreeObjects,
  findMoves,
  listModulesInNoState,
  listPlanAccounts,
  listPlannedOwners,
  listPossiblyMoved,
  type MovePlan,
  type MovesSource,
  movesFromConfigurations,
  movesFromPlan,
  movesFromStates,
  type PlanAccount,
  planMoves,
  renderBlocksAsHcl,
  renderBlocksAsTypeScript,
} from '.';

interface Found {
  readonly plan: MovePlan;
  readonly read: ReadInputs;
  readonly library: CdktfLibrary;
}

const FORMATS = {
  ts: { write: (found: Found) => render(found, (stacks) => renderBlocksAsTypeScript(stacks, found.library)) },
  hcl: { write: (found: Found) => render(found, renderAllHcl) },
  json: { write: ({ plan, read }: Found) => toJson(toJsonReport(plan, read)) },
} satisfies Readonly<Record<string, ReportFormat<Found>>>;

const OPTIONS = {
  app: { detail: `or a folder or file of Terraform JSON; ${APP_DETAIL}` },
  before: { detail: 'instead of the states', conflicts: ['state', 'live'] },
  live: { detail: 'imports its objects that are configured and in no state' },
  state: { detail: 'default: the states of the stacks; none with --plan' },
  plan: { detail: 'it also contains modules', conflicts: ['app', 'before'] },
} as const satisfies OptionUses;

type Options = OptionValues<typeof OPTIONS>;

export const moves = defineCommand({
  name: 'moves',
  about:
    'Writes the `moved`, `removed` and `import` blocks for resources whose addresses changed, so that no object is destroyed. Changes nothing.',
  examples({ cwd }) {
    const library = findCdktfLibrary(cwd);
    return [
      `${library} synth && netingress moves > moves.ts`,
      'netingress moves --format hcl --out moves.tf',
      `cp -r cdktf.out before && ${library} synth && netingress moves --before before`,
      'netingress moves --live --out moves.ts     # after a lost state or a killed apply',
      'NETINGRESS_PLAN_FOR_MOVES=1 terraform plan -out plan.bin && terraform show -json plan.bin | netingress moves --plan - --out moves.tf',
    ];
  },
  details: `Two addresses are one object if their natural keys are equal. Objects of a type without a unique natural key are compared
by all configured values, and never by name; a rotation by the credentials that use it, or by its values if none does.
Several candidates are listed, and none is chosen. With --live a resource that is in no state may also be an object of
the account that is in no state: it gets an \`import\` block.`,
  exit: { undecided: 'some objects were not compared, or may need a block that was not written' },
  options: OPTIONS,
  out: { contents: 'the blocks' },
  formats: FORMATS,
  defaultFormat: {
    detail: 'default: ts, or hcl with --plan',
    find: ({ plan }) => (plan === undefined ? 'ts' : 'hcl'),
  },
  async run(context, { options }) {
    const read = await readSource(context, options);
    const plan = planMoves(findMoves(read), [...read.after.map(({ place }) => place), ...read.notEvaluated]);
    return {
      report: { plan, read, library: findCdktfLibrary(context.cwd) },
      isPublic: true,
      after: [toText(summarize(plan, read, options)).trimEnd()],
      ...decideMoves(plan, read),
    };
  },
});

function decideMoves(plan: MovePlan, read: ReadInputs): Ended {
  if (plan.ambiguous.length > 0)
    return {
      status: EXIT.undecided,
      message:
        'It is not certain which objects belong to the addresses listed above. Write their `moved` or `import` blocks by hand, and run the command again: it then compares the objects that refer to them.',
    };
  const undone = [
    plan.undecided,
    plan.likely,
    plan.withoutId,
    plan.withoutImport,
    read.notEvaluated,
    listPossiblyMoved(read.inModules ?? [], plan),
    read.orphanedStates,
    read.notRead,
  ];
  return {
    status: undone.some((items) => items.length > 0) ? EXIT.undecided : EXIT.done,
    message: 'Incomplete: the resources listed above were not compared, or may need a block that was not written.',
  };
}

async function readPlan(context: CliContext, file: string): Promise<PlanJson> {
  const plan = parsePlanJson(await readInput(context, file, 'the plan'));
  if (!plan)
    throw new CliError(
      `The plan in ${inputName(file)} cannot be read; expected the output of \`terraform show -json PLANFILE\`.`,
    );
  return plan;
}

/** A local state that no stack of the configuration has. */
interface OrphanedState {
  readonly file: string;
  /** Objects of netingress in it. */
  readonly count: number;
  /** Names of the state files that stacks have and that do not exist yet; `terraform.STACK.tfstate` if all exist. */
  readonly expected: readonly string[];
}

interface ReadInputs extends MovesSource {
  readonly orphanedStates: readonly OrphanedState[];
  /** One or more sentences for each part of the account or the configuration that was not read or not compared. */
  readonly notRead: readonly string[];
}

function readSource(context: CliContext, options: Options): Promise<ReadInputs> {
  const { plan, live } = options;
  if (plan !== undefined) return readPlanSource(context, plan, options);
  return live
    ? withCommandClient(context, (client) => readLive(context, client, options))
    : readOffline(context, options);
}

/** A plan does not name its stack. Reports name it after the root module: `root: netingress_ip_policy.office`. */
const STACK_OF_PLAN = 'root';

/**
 * Reads the plan. With `--live` also reads each account in which the plan creates something, for its objects that no
 * state has. If one of several accounts cannot be read, what the plan creates there is not compared. If it is the only
 * account, this rejects with the error.
 */
async function readPlanSource(context: CliContext, file: string, { state, live }: Options): Promise<ReadInputs> {
  const plan = await readPlan(context, file);
  const states = state.length > 0 ? await loadStates(context, { state }) : [];
  const source = movesFromPlan(
    plan,
    STACK_OF_PLAN,
    states.flatMap(({ resources }) => resources),
  );
  if (!live) return { ...source, orphanedStates: [], notRead: [] };
  const accounts = listPlanAccounts(plan);
  const notRead: string[] = [];
  let compared: MovesSource = source;
  for (const { account: name, settings, unknown } of accounts) {
    const created = source.after.filter(({ change, place }) => change?.includes('create') && place.account === name);
    if (created.length === 0) continue;
    try {
      if (unknown.length > 0)
        throw new CliError(
          `The plan does not have the ${unknown.join(' and ')} of the provider configuration ${name}; expected strings, or variables that are not ephemeral. Change the provider block, and plan again.`,
        );
      const read = await withCommandClient(withSettings(context, settings), (client) =>
        readOneAccount(context, client),
      );
      compared = addFreeObjects(compared, read.account, listPlannedOwners(plan), read.isDerived, name);
      notRead.push(...read.unread);
    } catch (error) {
      if (!(error instanceof CliError) || accounts.length === 1) throw error;
      const isCreated = new Set<object>(created);
      compared = { ...compared, after: compared.after.filter((object) => !isCreated.has(object)) };
      const addresses = formatList(
        created.map(({ place }) => place.address),
        MAX_NOT_COMPARED,
      );
      notRead.push(`${addresses}: not compared, because the account of ${name} was not read. ${error.message}`);
    }
  }
  return { ...compared, orphanedStates: [], notRead };
}

/** Addresses that a line lists. Chosen. */
const MAX_NOT_COMPARED = 5;

/** A setting that the provider configuration does not have comes from the environment. */
function withSettings(context: CliContext, settings: PlanAccount['settings']): CliContext {
  const variables = Object.entries(settings).map(([name, value]) => [
    PROVIDER_ATTRIBUTES[name as keyof typeof settings].env,
    value,
  ]);
  return { ...context, env: { ...context.env, ...Object.fromEntries(variables) } };
}

async function readOneAccount({ signal }: CliContext, { client, apiKey }: CommandClient) {
  const account = await readAccount(client, { call: { signal } });
  expectReadable(account);
  const known = { readerKeyId: keyIdOfToken(apiKey), now: client.serviceTime() };
  return {
    account,
    isDerived: (kind: string, object: AccountObject): boolean => derivedReason(kind, object, known) !== undefined,
    unread: account.kinds.flatMap(({ kind, failure }) =>
      failure ? [`The ${displayName(kind, 0)} of the account were not read: ${failure.message}`] : [],
    ),
  };
}

async function readLive(context: CliContext, commandClient: CommandClient, options: Options): Promise<ReadInputs> {
  const { client } = commandClient;
  const inputs = await readInputs(context, options);
  // Before the account is read: one of another account would only give objects that are not meant.
  for (const id of findAccountObjects(context, inputs).fromConfiguration) await expectAccount(context, client, id);
  const { account, isDerived, unread } = await readOneAccount(context, commandClient);
  const inState = listInState(inputs);
  const compared = separateOtherAccounts(inputs.stacks, inState, account);
  const modules = listModulesInNoState(inputs.stateResources, inputs.stacks, stackFinder(inputs));
  return {
    ...addFreeObjects(movesFromStates(compared.inState, compared.stacks), account, inState, isDerived),
    orphanedStates: await findOrphanedStates(inputs, options),
    notRead: [
      ...unread,
      ...compared.unchecked.map(({ address, provider }) => describeOther(address, provider)),
      ...modules.map(
        ({ stack, address }) =>
          `${address} of the stack ${stack} is not read, and no state has it. Give --plan to compare it.`,
      ),
    ],
  };
}

function describeOther(address: string, provider: string): Words {
  return `${address} was not compared: another provider configuration (${provider}). Give --live with --plan instead of --app: a plan has the settings of each provider configuration.`;
}

/**
 * Finds local states, `terraform.STACK.tfstate` as CDKTF names them, that belong to no stack and have objects of
 * netingress. Searches the folders of the stacks' states; with `--state` it searches none.
 */
async function findOrphanedStates({ localStateFiles }: Inputs, { state }: Options): Promise<OrphanedState[]> {
  if (state.length > 0) return [];
  const known = new Set(localStateFiles);
  const expected = [...known].filter((file) => !existsSync(file)).map((file) => basename(file));
  const folders = [...new Set([...known].map((file) => dirname(file)))];
  const found = await Promise.all(
    folders.map(async (folder) => {
      // Before the first apply there may be no folder.
      const all = await readdir(folder).catch(() => []);
      const names = all.filter((name) => /^terraform\..+\.tfstate$/.test(name));
      const files = names.map((name) => join(folder, name)).filter((file) => !known.has(file));
      return Promise.all(files.map((file) => readOrphanedState(file, expected)));
    }),
  );
  return found.flat().filter(({ count }) => count > 0);
}

async function readOrphanedState(file: string, expected: readonly string[]): Promise<OrphanedState> {
  const { resources } = parseState(await readFile(file, 'utf8'), { file });
  const own = resources.filter(({ type }) => parseKindName(type) !== undefined);
  const names = expected.length > 0 ? expected : ['terraform.STACK.tfstate'];
  return { file, count: own.length, expected: names };
}

async function readOffline(context: CliContext, options: Options): Promise<ReadInputs> {
  const { app, before } = options;
  if (before === undefined) {
    const inputs = await readInputs(context, options);
    const orphanedStates = await findOrphanedStates(inputs, options);
    return { ...movesFromStates(listInState(inputs), inputs.stacks), orphanedStates, notRead: [] };
  }
  await warnOfNewerSource(context, app);
  const [earlier, stacks] = await Promise.all(
    [
      { folder: before, option: '--before' },
      { folder: app ?? DEFAULT_SYNTH_FOLDER, option: '--app' },
    ].map(async ({ folder, option }) => {
      const found = await readConfiguration(resolve(context.cwd, folder), context.env);
      expectConfiguration(context, { app: folder }, found, option);
      return found ?? [];
    }),
  );
  const compared = movesFromConfigurations(takeStackName(earlier ?? [], stacks ?? []), stacks ?? []);
  return { ...compared, orphanedStates: [], notRead: [] };
}

async function readInputs(context: CliContext, { app, state, live }: Options): Promise<Inputs> {
  const hasNoApp = app === undefined && !existsSync(resolve(context.cwd, DEFAULT_SYNTH_FOLDER));
  if (hasNoApp && (await readdir(context.cwd)).some((name) => HCL_FILE.test(name)))
    throw new CliError(
      `The configuration of this folder is in HCL, which only a plan evaluates; expected --plan. Run \`${movesWithPlan(live ? '--live ' : '')}\`.`,
    );
  await warnOfNewerSource(context, app);
  const inputs = await loadInputs(context, { state, acceptsFolder: true, ...(app !== undefined && { app }) }, '--app');
  if (inputs.stacks.length > 0) return inputs;
  throw new CliError(
    `No configuration found; expected ${app ?? DEFAULT_SYNTH_FOLDER}. Run ${synthCommand(context.cwd)}, or give --app.`,
  );
}

/**
 * Gives the earlier stack the name of the current one if both are folders of Terraform JSON: such a stack is named
 * after its folder, and `--before` is a copy in another folder. Stacks of an app keep their names.
 */
function takeStackName(
  earlier: readonly SynthesizedStack[],
  current: readonly SynthesizedStack[],
): readonly SynthesizedStack[] {
  const [earlierStack] = earlier;
  const [currentStack] = current;
  if (!earlierStack || !currentStack || earlier.length > 1 || current.length > 1) return earlier;
  // Only the manifest of an app lists dependencies.
  if (earlierStack.dependencies || currentStack.dependencies) return earlier;
  const resources = earlierStack.resources.map((resource) => ({ ...resource, stack: currentStack.name }));
  return [{ ...earlierStack, name: currentStack.name, resources }];
}

function listInState(inputs: Inputs): StateObject[] {
  return fromStates(inputs.stateResources, inputs.stacks, stackFinder(inputs));
}

/** A state file names no stack: for its resources the function throws, unless there is only one stack and one state. */
function stackFinder({ stacks, stateNames }: Inputs): (resource: StateResource) => string | undefined {
  const [only] = stacks;
  return ({ state }) => {
    if ('stack' in state) return state.stack;
    if (stacks.length === 1 && stateNames.length === 1) return only?.name;
    throw new CliError(
      `Cannot tell which stack \`--state ${state.file}\` belongs to: found ${formatCount(stacks.length, 'stack')} and ${formatCount(stateNames.length, 'state')}; expected one of each. ` +
        'Omit --state to read the states of all stacks, or give --app the folder of one stack.',
    );
  };
}

function render({ plan }: Found, renderStacks: (stacks: MovePlan['stacks']) => string): string {
  const stacks = plan.stacks.filter(
    ({ moved, removed, imports }) => moved.length + removed.length + imports.length > 0,
  );
  return stacks.length === 0 ? '' : renderStacks(stacks);
}

function renderAllHcl(stacks: MovePlan['stacks']): string {
  return stacks
    .map((stack) => `${stacks.length > 1 ? `# Stack ${stack.stack}\n\n` : ''}${renderBlocksAsHcl(stack)}`)
    .join('\n');
}

function toJsonReport(plan: MovePlan, { notEvaluated, inModules = [], orphanedStates, notRead }: ReadInputs): object {
  const { stacks, ambiguous, undecided, likely, withoutImport, destroyed, created, withoutId, secretsNotRestored } =
    plan;
  const toGroups = (groups: MovePlan['ambiguous']): object[] =>
    groups.map(({ type, from, to }) => ({ type, from: from.map(toSource), to: to.map(toPlace) }));
  const toSource = ({ place, id }: Obj): object => (place ? at(place) : { id });
  const toPlace = ({ place }: Placed): object => at(place);
  const at = ({ stack, address }: Located): object => ({ stack, address });
  return {
    stacks: stacks.map(({ stateRm, ...blocks }) => ({ ...blocks, state_rm: stateRm })),
    ambiguous: toGroups(ambiguous),
    undecided: toGroups(undecided),
    likely: toGroups(likely),
    without_import: withoutImport.map(({ from, to }) => ({ from: toSource(from), to: toPlace(to) })),
    destroyed: destroyed.map(toPlace),
    created: created.map(toPlace),
    without_id: withoutId.map(toPlace),
    not_evaluated: notEvaluated.map(at),
    in_modules: listPossiblyMoved(inModules, plan).map(at),
    not_read: notRead,
    orphaned_states: orphanedStates.map(({ file, count, expected }) => ({ file, objects: count, expected })),
    secrets_not_restored: secretsNotRestored.map(({ to, attribute }) => ({ ...toPlace(to), attribute })),
  };
}

type Located = Pick<Place, 'stack' | 'address'>;

function toItems(located: readonly Located[]): Item[] {
  return located.map(({ stack, address }) => ({ line: [`${stack}: `, { code: address }] }));
}

function toPlaceItems(objects: readonly Placed[]): Item[] {
  return toItems(objects.map(({ place }) => place));
}

/**
 * For an object of the account also says when it was created, which may tell the user which of equal objects is meant.
 */
function toSourceItems(objects: readonly Obj[]): Item[] {
  return objects.flatMap(({ place, id, values }) => {
    if (place) return toItems([place]);
    const createdAt = values['created_at'];
    const time = typeof createdAt === 'string' ? `, created at ${createdAt}` : '';
    return [{ line: ['the account: ', { code: id }, time] }];
  });
}

function summarize(
  plan: MovePlan,
  { notEvaluated, inModules = [], orphanedStates, notRead }: ReadInputs,
  options: Pick<Options, 'plan'>,
): Pick<Summary, 'result' | 'sections'> {
  const moved = plan.stacks.reduce((sum, stack) => sum + stack.moved.length, 0);
  const imported = plan.stacks.reduce((sum, stack) => sum + stack.imports.length, 0) - plan.lostObjects;
  const toGroups = (groups: MovePlan['ambiguous'], problem: string): Item[] =>
    groups.map(({ type, from, to }) => ({
      line: `${type}: ${problem}`,
      details: [
        { line: 'from', details: toSourceItems(from) },
        { line: 'to', details: toPlaceItems(to) },
      ],
    }));
  const sections: Section[] = [
    {
      id: 'ambiguous',
      heading: 'Not certain',
      items: plan.ambiguous.flatMap((group) =>
        toGroups(
          [group],
          group.from.some(({ place }) => isUnknown(place?.account))
            ? 'the plan does not say which provider configuration an object has that is no longer configured. Give the output of `terraform state pull` with --state, too.'
            : 'several objects are equal, or their values contain expressions that only Terraform can evaluate.',
        ),
      ),
    },
    {
      id: 'undecided',
      heading: 'Not decided',
      items: toGroups(
        plan.undecided,
        options.plan === undefined
          ? 'the natural keys of the new addresses are not known without Terraform. Give --plan, or write the blocks by hand.'
          : 'the plan does not know the natural keys of the new addresses. Add the blocks that this command wrote to the configuration, plan again, and run the command on that plan with another --out.',
      ),
    },
    {
      id: 'likely',
      heading: 'Likely pairs',
      items: toGroups(
        plan.likely,
        'these differ only in metadata or description. If two are one object, write its block by hand; otherwise the next apply creates what is below "to", and destroys what a state has.',
      ),
    },
    {
      id: 'not_read',
      heading: 'Not read',
      items: notRead.map((text) => toItem(text)),
    },
    {
      id: 'without_import',
      heading: 'A rotation has no import. Move it and its credentials with `terraform state mv -state-out`',
      items: plan.withoutImport.map(({ from, to }) =>
        toItem(
          `${from.place?.address} from the stack ${from.place?.stack} to ${to.place.address} in ${to.place.stack}`,
        ),
      ),
    },
    {
      id: 'created',
      heading: 'The next apply creates these objects; no earlier address has their natural key or content',
      items: toPlaceItems(plan.created),
    },
    {
      id: 'orphaned_states',
      heading: 'States of no stack',
      items: orphanedStates.map(({ file, count, expected }) =>
        toItem(
          `The state ${file} belongs to no stack of the configuration, and has ${formatCount(count, 'object')} of netingress. ` +
            `If its stack has a new name, rename the file to ${expected.join(' or ')}. If its objects move to another stack, keep the earlier stack, empty, in the app until both are deployed.`,
        ),
      ),
    },
    {
      id: 'destroyed',
      heading:
        'The next apply destroys these objects; no new address has their natural key or content, or a moved block gives them an address that the configuration lacks',
      items: toPlaceItems(plan.destroyed),
    },
    {
      id: 'state_rm',
      heading: 'Addresses that no block can forget',
      items: plan.stacks.flatMap(({ stack, stateRm }) =>
        stateRm.map((address) =>
          toItem([`In the stack ${stack} run: `, { code: `terraform state rm ${shellQuote(address)}` }]),
        ),
      ),
    },
    {
      id: 'secrets',
      heading: 'Lost values. To keep them, move the state with `terraform state mv -state-out`',
      items: plan.secretsNotRestored
        .filter(({ isLost }) => !isLost)
        .map(({ to, attribute }) => toItem(`${to.place.address} loses ${attribute}: an import does not return it.`)),
    },
    {
      id: 'lost_secrets',
      heading: 'Lost values. The service returned them once; for a new one, replace the object after the import',
      items: plan.secretsNotRestored
        .filter(({ isLost }) => isLost)
        .map(({ to, attribute }) =>
          toItem([`${attribute}: `, { code: `terraform apply -replace=${shellQuote(to.place.address)}` }]),
        ),
    },
    {
      id: 'without_id',
      heading: 'An import needs the id of these objects. Omit --before to read the states',
      items: toPlaceItems(plan.withoutId),
    },
    {
      id: 'not_evaluated',
      heading: 'Only Terraform can evaluate count or for_each of these resources. Give --plan to compare them',
      items: toItems(notEvaluated),
    },
    {
      id: 'in_modules',
      heading: 'These objects are in modules, whose configuration is not read. Give --plan to compare them',
      items: toItems(listPossiblyMoved(inModules, plan)),
    },
  ];
  const result = `${formatCount(moved, 'object')} moved within a stack, ${imported} to another stack or resource type${
    plan.lostObjects > 0 ? `, ${plan.lostObjects} of the account imported` : ''
  }.`;
  return { result, sections };
}
