import { Command, InvalidArgumentError, Option } from 'commander';
import type { Difference } from '../../access/compare';
import type { Decision } from '../../access/decide';
import { createFacts } from '../../access/facts';
import { evaluateGates, formatTraffic, type GateResult } from '../../access/gates';
import { applyPlan } from '../../access/plan';
import { formatCounts } from '../../access/require';
import { type AccessReview, reviewAccess } from '../../access/review';
import { type Cidr, parseCidr } from '../../model/ip/cidr';
import { omitUndefined } from '../../model/members';
import { formatList, oneLine } from '../../model/text';
import { type CheckedPart, type CheckRequest, checkAccess } from '../access/check';
import { readAccountFacts, readAccountObjects, readConfiguredFacts, readPlannedFacts } from '../access/read-facts';
import { type CliContext, CliError, EXIT } from '../context';
import { collect, DEFAULT_SYNTH_FOLDER } from '../options';

interface Options {
  readonly policy: readonly string[];
  readonly restriction: readonly string[];
  readonly endpoint: readonly string[];
  readonly mustAdmit: readonly string[];
  readonly mustDeny: readonly string[];
  readonly method?: string;
  readonly header: readonly string[];
  readonly app?: string | true;
  readonly plan?: string;
  readonly newAccess: boolean;
  readonly maxNewAddresses?: bigint;
  readonly format: 'text' | 'json';
  readonly json?: boolean;
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
Exit status: 0 yes or no, and every requirement is met; 1 a mistake in the command; 2 a requirement is not met; 3 an
answer or a requirement is not decided, because something is not known.
`;

export function accessCheckCommand(context: CliContext): Command {
  return new Command('check')
    .description(
      'Shows whether restrictions, IP policies or endpoints admit addresses, and what decides. With --must-admit or --must-deny it is a gate. Read-only.',
    )
    .argument('[networks...]', 'IPv4 or IPv6 addresses, or ranges in CIDR notation', collectNetwork, [])
    .option('--policy <name or id>', 'id or description of an IP policy; repeatable', collect, [])
    .option('--restriction <type>', 'dashboard, api, agent or endpoints; repeatable', collect, [])
    .option('--endpoint <url>', 'URL of an endpoint, or of a request with its path; repeatable', collect, [])
    .option('--method <method>', 'HTTP method of the request to --endpoint (default: GET if the URL has a path)')
    .option('--header <name: value>', 'header of the request to --endpoint; repeatable', collect, [])
    .option('--must-admit <network>', 'network whose every address must be admitted; repeatable', collectNetwork, [])
    .option('--must-deny <network>', 'network of which no address may be admitted; repeatable', collectNetwork, [])
    .option('--app [folder]', `reads the output of \`cdktf synth\` (${DEFAULT_SYNTH_FOLDER}) instead of the account`)
    .option('--plan <file>', 'reviews a plan (`terraform show -json PLAN`): the account with the changes of the plan')
    .option(
      '--no-new-access',
      'with --plan: no restriction or public endpoint may admit an address that it did not admit',
    )
    .option(
      '--max-new-addresses <number>',
      'with --plan: largest number of addresses that one newly admits',
      parseCount,
    )
    .addOption(new Option('--format <format>', 'format of the result').choices(['text', 'json']).default('text'))
    .option('--json', 'same as --format json')
    .addHelpText('after', HELP)
    .action((networks: readonly string[], options: Options) => runCheck(context, networks, options));
}

async function runCheck(context: CliContext, networks: readonly string[], options: Options): Promise<void> {
  const { app, plan, maxNewAddresses } = options;
  const isGate =
    options.mustAdmit.length + options.mustDeny.length > 0 || !options.newAccess || maxNewAddresses !== undefined;
  if (networks.length === 0 && !isGate && plan === undefined) {
    throw new CliError('Nothing to check; expected an address or a network, --must-admit or --must-deny, or --plan.');
  }
  if (app !== undefined && plan !== undefined) throw new CliError('--app and --plan exclude each other.');
  if (plan === undefined && (!options.newAccess || maxNewAddresses !== undefined)) {
    throw new CliError(
      '--no-new-access and --max-new-addresses compare two states; give --plan, or use netingress preview.',
    );
  }
  const request: CheckRequest = {
    ...options,
    networks: networks.map((network) => parseCidr(network) as Cidr),
    request: {
      ...omitUndefined({ method: options.method }),
      ...(options.header.length > 0 && { headers: parseHeaders(options.header) }),
    },
  };
  const result =
    plan === undefined ? await checkState(context, options, request) : await checkPlan(context, options, request);
  const isJson = options.json === true || options.format === 'json';
  context.print(isJson ? JSON.stringify(toJson(result), null, 2) : formatText(result));
  if (result.gates.some(({ result: each }) => each === 'failed')) {
    throw new CliError('Access is not as required.', EXIT.differences);
  }
  const isUndecided =
    result.undecided.length > 0 ||
    result.gates.some(({ result: each }) => each === 'not_decided') ||
    result.parts.some(({ decisions }) => decisions.some(({ decision }) => decision.answer === 'not_known'));
  if (isUndecided) throw new CliError('Not decided: something that decides is not known.', EXIT.incomplete);
}

interface CheckResult {
  readonly parts: readonly CheckedPart[];
  readonly gates: readonly GateResult[];
  /** What a plan changes. */
  readonly changes: readonly string[];
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
      : await readConfiguredFacts(context, app === true ? DEFAULT_SYNTH_FOLDER : app);
  return { ...checkAccess(lists, request), changes: [], undecided };
}

async function checkPlan(context: CliContext, options: Options, request: CheckRequest): Promise<CheckResult> {
  const planned = await readPlannedFacts(context, options.plan ?? '');
  const before = await readAccountFacts(context, true);
  const objects = await readAccountObjects(context, planned.accountObjects);
  const { lists, undecided } = applyPlan(before, planned, (id) => objects.get(id) ?? false);
  const review = reviewAccess(createFacts(before), createFacts(lists));
  const gates = evaluateGates(
    {
      mustAdmit: options.mustAdmit,
      mustDeny: options.mustDeny,
      noNewAccess: !options.newAccess,
      maxNewAddresses: options.maxNewAddresses,
    },
    [{ name: '', review }],
    undecided,
  );
  const { parts } = checkAccess(lists, { ...request, mustAdmit: [], mustDeny: [] });
  const notDecided = [...undecided, ...review.undecided, ...describeUndecided(review)];
  return {
    parts: request.networks.length === 0 ? [] : parts,
    gates,
    changes: describeChanges(review),
    undecided: notDecided,
  };
}

function formatText({ parts, gates, changes, undecided }: CheckResult): string {
  if (parts.length + gates.length + changes.length + undecided.length === 0) {
    return 'No IP restriction exists, so every address may use the dashboard, the API, agents and endpoints.';
  }
  const answers = parts.flatMap(({ subject, decisions }) =>
    decisions.flatMap(({ network, decision, because }) => [
      formatAnswer(subject, formatAddress(network), decision),
      ...because.map((text) => `  ${oneLine(text)}`),
    ]),
  );
  const labels = { passed: 'passed', failed: 'FAILED', not_decided: 'NOT DECIDED' } as const;
  return [
    ...changes,
    ...undecided.map((reason) => `NOT DECIDED: ${oneLine(reason)}.`),
    ...answers,
    ...gates.map(({ gate, result, message }) => `${labels[result]} ${gate}: ${oneLine(message)}`),
  ].join('\n');
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
      return `Whether ${subject} admits ${formatList(notKnown.map(formatAddressText), MAX_LISTED)} is not known. It depends on: ${formatList(reasons.map(oneLine), MAX_LISTED)}.`;
  }
}

function toJson({ parts, gates, changes, undecided }: CheckResult): unknown {
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

function formatAddress({ canonical }: Cidr): string {
  return formatAddressText(canonical);
}

/** A network of one address without its mask. */
function formatAddressText(canonical: string): string {
  return canonical.replace(/^([\d.]+)\/32$|^([\da-f:]+)\/128$/, '$1$2');
}

function parseHeaders(headers: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    headers.map((header) => {
      const [, name, value] = /^([^:\s]+):\s*(.*)$/s.exec(header) ?? [];
      if (name === undefined || value === undefined)
        throw new CliError(`--header is '${oneLine(header)}'; expected 'name: value'.`);
      return [name, value];
    }),
  );
}

function parseCount(text: string): bigint {
  if (/^\d+$/.test(text)) return BigInt(text);
  throw new InvalidArgumentError('Expected an integer of 0 or more.');
}

function collectNetwork(text: string, previous: readonly string[]): string[] {
  const parsed = parseCidr(text);
  if ('problem' in parsed) throw new InvalidArgumentError(`'${text}' ${parsed.problem}; expected ${parsed.expected}.`);
  return [...previous, parsed.canonical];
}
