import { Command, InvalidArgumentError } from 'commander';
import type { Difference } from '../../access/compare';
import type { Decision } from '../../access/decide';
import { evaluateGates, formatTraffic, type GateResult, NO_GATES } from '../../access/gates';
import { formatCounts } from '../../access/require';
import { type AccessReview, reviewAccess } from '../../access/review';
import { decideExit, EXIT } from '../../model/exit-status';
import { type Cidr, formatNetwork, parseCidr } from '../../model/ip/cidr';
import { omitUndefined } from '../../model/members';
import { formatList, oneLine } from '../../model/text';
import { describeGate } from '../../report/access-part';
import { toJson } from '../../report/json';
import { toMarkdown } from '../../report/markdown';
import { type Item, type Section, type Summary, toItem } from '../../report/section';
import { toText } from '../../report/text';
import { type CheckedPart, type CheckRequest, checkAccess } from '../access/check';
import { readAccountFacts, readConfiguredFacts, readPlannedChange } from '../access/read-facts';
import { type CliContext, CliError } from '../context';
import { formatExitHelp } from '../failure';
import {
  addFormatOptions,
  createOption,
  type FormatOptions,
  parseCount,
  parseNetwork,
  resolveFormat,
} from '../options';

const FORMATS = ['text', 'json', 'markdown'] as const;
type Format = (typeof FORMATS)[number];

interface Options extends FormatOptions<Format> {
  readonly policy: readonly string[];
  readonly restriction: readonly string[];
  readonly endpoint: readonly string[];
  readonly mustAdmit: readonly string[];
  readonly mustDeny: readonly string[];
  readonly method?: string;
  readonly header: readonly (readonly [name: string, value: string])[];
  readonly app?: string;
  readonly plan?: string;
  readonly newAccess: boolean;
  readonly maxNewAddresses?: bigint;
}

const HELP = `
Examples:
  netingress access check 203.0.113.7
  netingress access check 203.0.113.0/24 --policy "Networks of our offices"
  netingress access check 203.0.113.7 --endpoint https://app.example.com/admin --method POST
  netingress access check 203.0.113.7 --policy offices --app cdktf.out
  netingress access check --plan plan.json --no-new-access
  netingress access check --restriction api --must-admit 203.0.113.0/24 --must-deny 198.51.100.0/24

Without --policy, --restriction and --endpoint, every restriction is checked. The rules of several --policy are combined.
${formatExitHelp({ done: 'yes or no, and every requirement is met', failed: 'a requirement is not met', undecided: 'an answer or a requirement is not decided' })}
`;

export function accessCheckCommand(context: CliContext): Command {
  const command = new Command('check')
    .description(
      'Shows whether restrictions, IP policies or endpoints admit addresses, and what decides. With --must-admit or --must-deny it is a gate. Read-only.',
    )
    .argument('[networks...]', 'IPv4 or IPv6 addresses, or ranges in CIDR notation', collectNetwork, [])
    .addOption(createOption('policy', { detail: 'the rules of several are combined' }))
    .addOption(createOption('restriction'))
    .addOption(createOption('endpoint'))
    .addOption(createOption('method', { detail: 'without it, any method' }))
    .addOption(createOption('header', { detail: 'without it, any headers', parse: parseHeader }))
    .addOption(createOption('must-admit', { parse: parseNetwork }))
    .addOption(createOption('must-deny', { parse: parseNetwork }))
    .addOption(createOption('app', { detail: 'instead of the account', conflicts: ['plan'] }))
    .addOption(createOption('plan', { detail: 'the account with the changes of the plan is checked' }))
    .addOption(createOption('no-new-access', { detail: 'with --plan' }))
    .addOption(createOption('max-new-addresses', { detail: 'with --plan', parse: parseCount }))
    .addHelpText('after', HELP)
    .action((networks: readonly string[], options: Options) => runCheck(context, networks, options));
  return addFormatOptions(command, { formats: FORMATS, default: 'text' });
}

async function runCheck(context: CliContext, networks: readonly string[], options: Options): Promise<void> {
  const { plan, maxNewAddresses } = options;
  const isGate =
    options.mustAdmit.length + options.mustDeny.length > 0 || !options.newAccess || maxNewAddresses !== undefined;
  if (networks.length === 0 && !isGate && plan === undefined) {
    throw new CliError('Nothing to check; expected an address or a network, --must-admit or --must-deny, or --plan.');
  }
  if (plan === undefined && (!options.newAccess || maxNewAddresses !== undefined)) {
    throw new CliError(
      '--no-new-access and --max-new-addresses compare two states; give --plan, or use netingress preview.',
    );
  }
  const request: CheckRequest = {
    ...options,
    networks: networks.map((network) => parseCidr(network) as Cidr),
    request: {
      ...omitUndefined({ method: options.method?.toUpperCase() }),
      ...(options.header.length > 0 && { headers: groupHeaders(options.header) }),
    },
  };
  const result =
    plan === undefined ? await checkState(context, options, request) : await checkPlan(context, options, request);
  const failed = result.gates.some(({ result: each }) => each === 'failed');
  const undecided =
    result.undecided.length > 0 ||
    result.gates.some(({ result: each }) => each === 'not_decided') ||
    result.parts.some(({ decisions }) => decisions.some(({ decision }) => decision.answer === 'not_known'));
  const status = decideExit({ failed, undecided });
  const summary = summarizeCheck(result, status);
  context.print(write(result, summary, resolveFormat(options)).trimEnd());
  if (status !== EXIT.done) throw new CliError(summary.result, status);
}

function write(result: CheckResult, summary: Summary, format: Format): string {
  if (format === 'json') return toJson(toJsonReport(result));
  return format === 'markdown' ? toMarkdown(summary) : toText(summary);
}

interface CheckResult {
  readonly parts: readonly CheckedPart[];
  /** Networks were given, and nothing restricts them. */
  readonly isOpen: boolean;
  readonly gates: readonly GateResult[];
  /** What a plan changes. */
  readonly changes: readonly string[];
  /** A plan was compared, and certainly changes no access. */
  readonly isUnchanged: boolean;
  readonly undecided: readonly string[];
}

async function checkState(
  context: CliContext,
  { app, endpoint }: Options,
  request: CheckRequest,
): Promise<CheckResult> {
  const { lists, undecided } =
    app === undefined
      ? { lists: await readAccountFacts(context, endpoint.length > 0), undecided: [] }
      : await readConfiguredFacts(context, app);
  const checked = checkAccess(lists, request, undecided);
  return {
    ...checked,
    isOpen: isWithoutRestriction(request, checked.parts),
    changes: [],
    isUnchanged: false,
    undecided,
  };
}

async function checkPlan(context: CliContext, options: Options, request: CheckRequest): Promise<CheckResult> {
  const { before, after, lists, undecided } = await readPlannedChange(context, options.plan ?? '');
  const review = reviewAccess(before, after);
  const gates = { noNewAccess: !options.newAccess, maxNewAddresses: options.maxNewAddresses };
  const accounts = [{ name: '', review }];
  // Without a named part the requirements are about every restriction that exists before or after.
  const isNamed = options.policy.length + options.restriction.length + options.endpoint.length > 0;
  const { parts, gates: named } = checkAccess(lists, request, undecided);
  const { mustAdmit, mustDeny } = options;
  const notDecided = [...undecided, ...review.undecided, ...describeUndecided(review)];
  const changes = describeChanges(review);
  return {
    parts: request.networks.length === 0 ? [] : parts,
    isOpen: isWithoutRestriction(request, parts),
    gates: isNamed
      ? [...named, ...evaluateGates({ ...NO_GATES, ...gates }, accounts, undecided)]
      : evaluateGates({ mustAdmit, mustDeny, ...gates }, accounts, undecided),
    changes,
    isUnchanged: changes.length + notDecided.length === 0,
    undecided: notDecided,
  };
}

function isWithoutRestriction({ networks }: CheckRequest, parts: readonly CheckedPart[]): boolean {
  return networks.length > 0 && parts.length === 0;
}

function summarizeCheck(
  { parts, gates, changes, isUnchanged, undecided, isOpen }: CheckResult,
  status: number,
): Summary {
  const sections: Section[] = [
    { id: 'undecided', heading: 'Not decided', items: undecided.map((line) => ({ line, tone: 'undecided' })) },
    {
      id: 'gates',
      heading: 'Gates',
      items: gates.map(describeGate),
    },
    {
      id: 'changes',
      heading: 'Changes',
      items: isUnchanged
        ? [{ line: 'The plan changes no access.', tone: 'good' }]
        : changes.map((line) => ({ line, tone: 'changed' })),
    },
    {
      id: 'answers',
      heading: 'Access',
      items: [
        ...(isOpen
          ? [toItem('No IP restriction exists, so every address may use the dashboard, the API, agents and endpoints.')]
          : []),
        ...parts.flatMap(({ subject, decisions }) =>
          decisions.map(
            ({ network, decision, because }): Item => ({
              ...toItem(formatAnswer(subject, formatNetwork(network.canonical), decision), because),
              ...(decision.answer === 'not_known' && { tone: 'undecided' }),
            }),
          ),
        ),
      ],
    },
  ];
  const title = 'Access';
  if (status === EXIT.failed) return { title, result: 'Access is not as required.', tone: 'bad', sections };
  if (status === EXIT.undecided)
    return { title, result: 'Not decided: something that decides is not known.', tone: 'undecided', sections };
  const result = gates.length > 0 ? 'Every requirement is met.' : 'Every answer is decided.';
  return { title, result, tone: changes.length > 0 ? 'attention' : 'good', sections };
}

const MAX_LISTED = 10;

function formatAnswer(
  subject: string,
  network: string,
  { answer, admitted, denied, notKnown, reasons }: Decision,
): string {
  switch (answer) {
    case 'yes':
      return `${network} is admitted by ${subject}.`;
    case 'no':
      return `${network} is denied by ${subject}.`;
    case 'partly':
      return `${network} is partly admitted by ${subject}: ${formatList(admitted, MAX_LISTED)} admitted, ${formatList(denied, MAX_LISTED)} denied.`;
    case 'not_known':
      return `Whether ${subject} admits ${formatList(notKnown.map(formatNetwork), MAX_LISTED)} is not known. It depends on: ${formatList(reasons.map(oneLine), MAX_LISTED)}.`;
  }
}

function toJsonReport({ parts, gates, changes, undecided }: CheckResult): unknown {
  return {
    answers: parts.flatMap(({ subject, decisions }) =>
      decisions.map(({ network, decision: { notKnown, ...decision }, because }) => ({
        network: network.canonical,
        subject,
        ...decision,
        not_known: notKnown,
        because,
      })),
    ),
    gates,
    changes,
    undecided,
  };
}

/** What a plan newly admits or shuts out. */
function describeChanges({ restrictions, endpoints }: AccessReview): string[] {
  const changes = [
    ...restrictions.map((change) => ({ subject: formatTraffic(change.type), ...change })),
    ...endpoints.map((change) => ({ subject: change.url, ...change })),
  ];
  return changes.flatMap(({ subject, newlyAdmitted, newlyShutOut }) => [
    ...describeDifference(`${subject} newly admits`, newlyAdmitted),
    ...describeDifference(`${subject} newly shuts out`, newlyShutOut),
  ]);
}

function describeDifference(verb: string, { sure, witness }: Difference): string[] {
  if (sure.networks.length === 0) return [];
  return [
    `${verb} ${formatCounts(sure)}: ${formatList(sure.networks, MAX_LISTED)}${witness ? `, such as ${oneLine(witness.text)}` : ''}`,
  ];
}

function describeUndecided({ restrictions, endpoints }: AccessReview): string[] {
  return [...restrictions, ...endpoints].flatMap((change) => {
    const subject = 'url' in change ? change.url : formatTraffic(change.type);
    const describe = (verb: string, { possible, witness }: Difference): string[] =>
      possible.networks.length === 0
        ? []
        : [`whether ${subject} newly ${verb} ${formatCounts(possible)}, such as ${witness?.text ?? ''}`];
    return [...describe('admits', change.newlyAdmitted), ...describe('shuts out', change.newlyShutOut)];
  });
}

function parseHeader(header: string): [name: string, value: string] {
  const [, name, value] = /^([^:\s]+):\s*(.*)$/s.exec(header) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw new InvalidArgumentError("Expected 'name: value'.");
}

/** A header may be given several times. */
function groupHeaders(headers: Options['header']): Record<string, readonly string[]> {
  const names = [...new Set(headers.map(([name]) => name.toLowerCase()))];
  return Object.fromEntries(
    names.map((name) => [name, headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value)]),
  );
}

function collectNetwork(text: string, previous: readonly string[]): string[] {
  return [...previous, parseNetwork(text)];
}
