import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Command } from 'commander';
import type { CdktfLibrary } from '../../model/cdktf-library';
import { EXIT } from '../../model/exit-status';
import type { StateResource } from '../../model/inventory';
import { parseKindName } from '../../model/naming';
import { formatCount, shellQuote } from '../../model/text';
import {
  findMoves,
  fromConfigurations,
  fromPlan,
  fromStates,
  type MovePlan,
  type MovesSource,
  planMoves,
  renderHcl,
  renderTypeScript,
} from '../../moves';
import { toJson } from '../../report/json';
import { type Item, type Section, type Summary, toItem } from '../../report/section';
import { toText } from '../../report/text';
import type { SynthesizedStack } from '../../terraform/configuration/configuration';
import { findCdktfLibrary, synthCommand } from '../../terraform/find-cdktf-library';
import { parsePlanJson } from '../../terraform/plan-json';
import { readConfiguration } from '../../terraform/read-configuration';
import { parseState } from '../../terraform/state';
import { type CliContext, CliError } from '../context';
import { formatExitHelp } from '../failure';
import { expectConfiguration, type Inputs, loadInputs } from '../load-inputs';
import { warnOfNewerSource } from '../newer-sources';
import {
  APP_DETAIL,
  addFormatOptions,
  createOption,
  DEFAULT_SYNTH_FOLDER,
  rejectMultipleStdin,
  resolveFormat,
} from '../options';
import { parseOutputFile, printOrWrite } from '../output-file';
import { inputName, readInput } from '../read-input';

interface Options {
  readonly app?: string;
  readonly before?: string;
  readonly state: readonly string[];
  readonly plan?: string;
  readonly format?: (typeof FORMATS)[number];
  readonly json?: boolean;
  readonly out?: string;
}

const FORMATS = ['ts', 'hcl', 'json'] as const;

const formatExamples = (library: CdktfLibrary): string => `
Examples:
  ${library} synth && netingress moves > moves.ts
  netingress moves --format hcl --out moves.tf
  cp -r cdktf.out before && ${library} synth && netingress moves --before before
  terraform plan -out plan.bin && terraform show -json plan.bin | netingress moves --plan - --out moves.tf

Two addresses are one object if their natural keys are equal. Objects of a type without a unique natural key are compared
by all configured values, and never by name. Several candidates are listed, and none is chosen.
${formatExitHelp({ undecided: 'some objects have several candidates, or were not compared' })}
`;

export function movesCommand(context: CliContext): Command {
  const command = new Command('moves')
    .description(
      'Writes the `moved`, `removed` and `import` blocks for resources whose addresses changed, so that no object is destroyed. Changes nothing.',
    )
    .addOption(createOption('app', { detail: `or a folder or file of Terraform JSON; ${APP_DETAIL}` }))
    .addOption(createOption('before', { detail: 'instead of the states', conflicts: ['state'] }))
    .addOption(createOption('state', { detail: 'default: the states of the stacks' }))
    .addOption(createOption('plan', { detail: 'it also contains modules', conflicts: ['app', 'before', 'state'] }))
    .addOption(createOption('out', { detail: 'default: standard output', parse: parseOutputFile(context) }))
    .addHelpText('after', () => formatExamples(findCdktfLibrary(context.cwd)))
    .action((options: Options) => runMoves(context, options));
  return addFormatOptions(command, { formats: FORMATS, detail: 'default: ts, or hcl with --plan' });
}

async function runMoves(context: CliContext, options: Options): Promise<void> {
  rejectMultipleStdin([...options.state, options.plan]);
  const read = await readMoves(context, options);
  const plan = planMoves(
    findMoves(read),
    [...read.after, ...read.notEvaluated].map(({ stack, address }) => ({ stack, address })),
  );
  const { json } = options;
  const defaultFormat = options.plan === undefined ? 'ts' : 'hcl';
  const format = resolveFormat({ format: options.format ?? defaultFormat, ...(json && { json }) });
  const text =
    format === 'json' ? toJson(toJsonReport(plan, read)) : render(plan, format, findCdktfLibrary(context.cwd));
  if (text !== '') await printOrWrite(context, text, { file: options.out, contents: 'the blocks' });
  context.printError(toText(summarize(plan, read)).trimEnd());
  if (plan.ambiguous.length > 0)
    throw new CliError(
      'Some objects have several candidates, listed above. Write their `moved` blocks by hand, and run the command again: it then compares the objects that refer to them.',
      EXIT.undecided,
    );
  const { inModules = [] } = read;
  const undone = [
    plan.undecided,
    plan.withoutId,
    plan.withoutImport,
    read.notEvaluated,
    inModules,
    read.orphanedStates,
  ];
  if (undone.some((items) => items.length > 0))
    throw new CliError(
      'Incomplete: the resources listed above were not compared, or no block moves them.',
      EXIT.undecided,
    );
}

async function readPlan(context: CliContext, file: string): Promise<MovesSource> {
  const plan = parsePlanJson(await readInput(context, file, 'the plan'));
  if (!plan)
    throw new CliError(
      `The plan in ${inputName(file)} cannot be read; expected the output of \`terraform show -json PLANFILE\`.`,
    );
  return fromPlan(plan, 'root');
}

/** A local state that no stack of the configuration has. */
interface OrphanedState {
  readonly file: string;
  /** Objects of netingress in it. */
  readonly count: number;
  /** Names of the state files that stacks have and that do not exist yet; `terraform.STACK.tfstate` if all exist. */
  readonly expected: readonly string[];
}

type ReadInputs = MovesSource & { readonly orphanedStates: readonly OrphanedState[] };

/** Finds `terraform.STACK.tfstate` files beside those of the stacks, as CDKTF names local states. */
async function findOrphanedStates({ localStateFiles }: Inputs): Promise<OrphanedState[]> {
  const known = new Set(localStateFiles);
  const expected = [...known].filter((file) => !existsSync(file)).map((file) => basename(file));
  const folders = [...new Set([...known].map((file) => dirname(file)))];
  const found = await Promise.all(
    folders.map(async (folder) => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => /^terraform\..+\.tfstate$/.test(name));
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

async function readMoves(context: CliContext, options: Options): Promise<ReadInputs> {
  const { app, before, state, plan } = options;
  if (plan !== undefined) return { ...(await readPlan(context, plan)), orphanedStates: [] };
  await warnOfNewerSource(context, app);
  if (before === undefined) {
    const inputs = await loadInputs(
      context,
      { state, acceptsFolder: true, ...(app !== undefined && { app }) },
      '--app',
    );
    if (inputs.stacks.length === 0)
      throw new CliError(
        `No configuration found; expected ${app ?? DEFAULT_SYNTH_FOLDER}. Run ${synthCommand(context.cwd)}, or give --app.`,
      );
    const orphanedStates = state.length > 0 ? [] : await findOrphanedStates(inputs);
    return { ...fromStates(inputs.stateResources, inputs.stacks, stackFinder(inputs)), orphanedStates };
  }
  const [earlier, stacks] = await Promise.all(
    [
      { folder: before, option: '--before' },
      { folder: app ?? DEFAULT_SYNTH_FOLDER, option: '--app' },
    ].map(async ({ folder, option }) => {
      const found = await readConfiguration(resolve(context.cwd, folder));
      expectConfiguration(context, { app: folder }, found, option);
      return found ?? [];
    }),
  );
  return { ...fromConfigurations(takeStackName(earlier ?? [], stacks ?? []), stacks ?? []), orphanedStates: [] };
}

/**
 * Gives the earlier stack the name of the current one if both are folders of Terraform JSON: such a stack is named after
 * its folder, and `--before` is a copy in another folder. Stacks of an app keep their names.
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

/** Returns a function that finds the stack of a resource. A state file does not contain the name of its stack. */
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

function render(
  plan: MovePlan,
  format: Exclude<NonNullable<Options['format']>, 'json'>,
  library: CdktfLibrary,
): string {
  const stacks = plan.stacks.filter(
    ({ moved, removed, imports }) => moved.length + removed.length + imports.length > 0,
  );
  if (stacks.length === 0) return '';
  if (format === 'ts') return renderTypeScript(stacks, library);
  return stacks
    .map((stack) => `${stacks.length > 1 ? `# Stack ${stack.stack}\n\n` : ''}${renderHcl(stack)}`)
    .join('\n');
}

function toJsonReport(plan: MovePlan, { notEvaluated, inModules = [], orphanedStates }: ReadInputs): object {
  const { stacks, ambiguous, undecided, withoutImport, destroyed, created, withoutId, secretsNotRestored } = plan;
  const toGroups = (groups: MovePlan['ambiguous']): object[] =>
    groups.map(({ type, from, to }) => ({ type, from: from.map(at), to: to.map(at) }));
  const at = ({ stack, address }: { readonly stack: string; readonly address: string }): object => ({ stack, address });
  return {
    stacks: stacks.map(({ stateRm, ...blocks }) => ({ ...blocks, state_rm: stateRm })),
    ambiguous: toGroups(ambiguous),
    undecided: toGroups(undecided),
    without_import: withoutImport.map(({ from, to }) => ({ from: at(from), to: at(to) })),
    destroyed: destroyed.map(at),
    created: created.map(at),
    without_id: withoutId.map(at),
    not_evaluated: notEvaluated.map(at),
    in_modules: inModules.map(at),
    orphaned_states: orphanedStates.map(({ file, count, expected }) => ({ file, objects: count, expected })),
    secrets_not_restored: secretsNotRestored.map(({ to, attribute }) => ({ ...at(to), attribute })),
  };
}

type Located = readonly { readonly stack: string; readonly address: string }[];

function toItems(located: Located): Item[] {
  return located.map(({ stack, address }) => ({ line: [`${stack}: `, { code: address }] }));
}

/** The number of moved objects, and what the blocks cannot do. */
function summarize(
  plan: MovePlan,
  { notEvaluated, inModules = [], orphanedStates }: ReadInputs,
): Pick<Summary, 'result' | 'sections'> {
  const moved = plan.stacks.reduce((sum, stack) => sum + stack.moved.length, 0);
  const imported = plan.stacks.reduce((sum, stack) => sum + stack.imports.length, 0);
  const toGroups = (groups: MovePlan['ambiguous'], problem: string): Item[] =>
    groups.map(({ type, from, to }) => ({
      line: `${type}: ${problem}`,
      details: [
        { line: 'from', details: toItems(from) },
        { line: 'to', details: toItems(to) },
      ],
    }));
  const sections: Section[] = [
    {
      id: 'ambiguous',
      heading: 'Several candidates',
      items: toGroups(
        plan.ambiguous,
        'several objects are equal, or their values contain expressions that only Terraform can evaluate.',
      ),
    },
    {
      id: 'undecided',
      heading: 'Not decided',
      items: toGroups(
        plan.undecided,
        'the natural keys of the new addresses are not known without Terraform. Give --plan, or write the blocks by hand.',
      ),
    },
    {
      id: 'without_import',
      heading: 'A rotation has no import. Move it and its credentials with `terraform state mv -state-out`',
      items: plan.withoutImport.map(({ from, to }) =>
        toItem(`${from.address} from the stack ${from.stack} to ${to.address} in ${to.stack}`),
      ),
    },
    {
      id: 'created',
      heading: 'The next apply creates these objects; no earlier address has their natural key or content',
      items: toItems(plan.created),
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
      heading: 'The next apply destroys these objects; no new address has their natural key or content',
      items: toItems(plan.destroyed),
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
      items: plan.secretsNotRestored.map(({ to, attribute }) =>
        toItem(`${to.address} loses ${attribute}: an import does not return it.`),
      ),
    },
    {
      id: 'without_id',
      heading: 'An import needs the id of these objects. Omit --before to read the states',
      items: toItems(plan.withoutId),
    },
    {
      id: 'not_evaluated',
      heading: 'Only Terraform can evaluate count or for_each of these resources. Give --plan to compare them',
      items: toItems(notEvaluated),
    },
    {
      id: 'in_modules',
      heading: 'These objects are in modules, whose configuration is not read. Give --plan to compare them',
      items: toItems(inModules),
    },
  ];
  const result = `${formatCount(moved, 'object')} moved within a stack, ${imported} to another stack or resource type.`;
  return { result, sections };
}
