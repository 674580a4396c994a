/** `netingress access check`: who gets in. */

import { InvalidArgumentError } from 'commander';
import type { Difference } from '../access/compare';
import { type AccessReview, reviewAccess } from '../access/compare-accounts';
import type { Decision } from '../access/decide';
import { describeMeaning } from '../access/space';
import { evaluateGates, formatTraffic, type GateResult, NO_GATES } from '../access-review/gates';
import { hideInReview, hideList } from '../access-review/hidden-parts';
import { formatAddressCounts } from '../access-review/require';
import { type CliContext, CliError } from '../command/context';
import { defineCommand } from '../command/define-command';
import { type OptionUses, type OptionValues, parseCount, parseNetwork } from '../command/options';
import { json, markdown, textFormat } from '../command/report';
import { ENDPOINT_KINDS } from '../model/access-attributes';
import { decideExit, EXIT } from '../model/exit-status';
import { type Cidr, formatNetwork, parseCidr } from '../model/ip/cidr';
import { omitUndefined } from '../model/members';
import { oneLine, toSentence } from '../model/text';
import { describeComplement, describeGate } from '../report/access-part';
import { type Item, type Section, type Summary, toItem } from '../report/section';
import type { Cause } from '../values/cause';
import { describeCause } from '../values/describe-cause';
import { formatList, type Words } from '../values/words';
import { type CheckedPart, type CheckRequest, checkAccess } from './check';
import { readAccountFacts, readConfiguredFacts, readPlannedChange } from './read-facts';

const OPTIONS = {
  policy: { detail: 'the rules of several are combined' },
  restriction: {},
  endpoint: {},
  method: { detail: 'without it, any method' },
  header: { detail: 'without it, any headers', parse: parseHeader },
  'must-admit': { parse: parseNetwork },
  'must-deny': { parse: parseNetwork },
  app: { detail: 'instead of the account', conflicts: ['plan'] },
  plan: { detail: 'the account with the changes of the plan is checked' },
  'no-new-access': { detail: 'with --plan' },
  'max-new-addresses': { detail: 'with --plan', parse: parseCount },
} as const satisfies OptionUses;

type Options = OptionValues<typeof OPTIONS>;

export const check = defineCommand({
  name: 'check',
  about:
    'Shows whether restrictions, IP policies or endpoints admit addresses, and what decides. With --must-admit or --must-deny it is a gate. Read-only.',
  examples: [
    'netingress access check 203.0.113.7',
    'netingress access check 203.0.113.0/24 --policy "Networks of our offices"',
    'netingress access check 203.0.113.7 --endpoint https://app.example.com/admin --method POST',
    'netingress access check 203.0.113.7 --policy offices --app cdktf.out',
    'netingress access check --plan plan.json --no-new-access',
    'netingress access check --restriction api --must-admit 203.0.113.0/24 --must-deny 198.51.100.0/24',
  ],
  details:
    'Without --policy, --restriction and --endpoint, every restriction is checked. The rules of several --policy are combined.',
  exit: {
    done: 'yes or no, and every requirement is met',
    failed: 'a requirement is not met, or must_admit refuses the plan',
    undecided: 'an answer or a requirement is not decided',
  },
  args: [
    {
      name: '[networks...]',
      meaning: 'IPv4 or IPv6 addresses, or ranges in CIDR notation',
      parse: parseNetwork,
    },
  ],
  options: OPTIONS,
  formats: { text: textFormat, json, markdown },
  async run(context, { options, args: networks }) {
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
    const status = decideExit({ failed: failed || result.refused.length > 0, undecided });
    const summary = summarizeCheck(result, status);
    return {
      report: { json: () => toJsonReport(result), summary: () => summary },
      status,
      message: summary.result,
    };
  },
});

interface CheckResult {
  readonly parts: readonly CheckedPart[];
  /** Networks were given, and nothing restricts them. */
  readonly isOpen: boolean;
  readonly gates: readonly GateResult[];
  /** The changes that a plan certainly makes, in words; empty if it is refused. */
  readonly changes: readonly string[];
  /** A plan was compared, and certainly changes no access. */
  readonly isUnchanged: boolean;
  readonly undecided: readonly Words[];
  /** The writes that the provider certainly refuses, in words. */
  readonly refused: readonly string[];
}

async function checkState(
  context: CliContext,
  { app, endpoint }: Options,
  request: CheckRequest,
): Promise<CheckResult> {
  const { lists, undecided } =
    app === undefined
      ? { lists: await readAccountFacts(context, endpoint.length > 0 ? ENDPOINT_KINDS : []), undecided: [] }
      : await readConfiguredFacts(context, app);
  const checked = checkAccess(lists, request, undecided);
  return {
    ...checked,
    isOpen: isWithoutRestriction(request, checked.parts),
    changes: [],
    isUnchanged: false,
    undecided: undecided.map(describeCause),
    refused: [],
  };
}

async function checkPlan(context: CliContext, options: Options, request: CheckRequest): Promise<CheckResult> {
  const { before, after, lists, undecided, refused, hidden } = await readPlannedChange(context, options.plan ?? '');
  const review = hideInReview(reviewAccess(before, after), hidden);
  const gates = { noNewAccess: !options.newAccess, maxNewAddresses: options.maxNewAddresses };
  const doubts: readonly Cause[] = refused.length > 0 ? [{ kind: 'plan_refused' }] : undecided;
  const accounts = [{ name: '', review, doubts }];
  // If no part is named, the requirements are about every restriction that exists before or after.
  const isNamed = options.policy.length + options.restriction.length + options.endpoint.length > 0;
  const { parts, gates: named } = checkAccess(lists, request, doubts, hidden);
  const { mustAdmit, mustDeny } = options;
  // If the apply is refused, what it leaves is no result of the change.
  const notDecided =
    refused.length > 0 ? [] : [...[...undecided, ...review.undecided].map(describeCause), ...describeUndecided(review)];
  const changes = refused.length > 0 ? [] : describeChanges(review);
  return {
    parts: request.networks.length === 0 ? [] : parts,
    isOpen: isWithoutRestriction(request, parts),
    gates: isNamed
      ? [...named, ...evaluateGates({ ...NO_GATES, ...gates }, accounts, [])]
      : evaluateGates({ mustAdmit, mustDeny, ...gates }, accounts, []),
    changes,
    isUnchanged: changes.length + notDecided.length + refused.length === 0,
    undecided: notDecided,
    refused: hideList(refused.map(describeCause), hidden.restrictions),
  };
}

function isWithoutRestriction({ networks }: CheckRequest, parts: readonly CheckedPart[]): boolean {
  return networks.length > 0 && parts.length === 0;
}

function summarizeCheck(
  { parts, gates, changes, isUnchanged, undecided, refused, isOpen }: CheckResult,
  status: number,
): Summary {
  const sections: Section[] = [
    {
      id: 'refusals',
      heading: 'Would be refused',
      items: refused.map((clause) => ({ line: toSentence(clause), tone: 'bad' })),
    },
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
  if (refused.length > 0) return { title, result: 'The plan would be refused.', tone: 'bad', sections };
  if (status === EXIT.failed) return { title, result: 'Access is not as required.', tone: 'bad', sections };
  if (status === EXIT.undecided)
    return { title, result: 'Not decided: something that decides is not known.', tone: 'undecided', sections };
  const result = gates.length > 0 ? 'Every requirement is met.' : 'Every answer is decided.';
  return { title, result, tone: changes.length > 0 ? 'attention' : 'good', sections };
}

/** Networks and reasons that a line lists. Chosen. */
const MAX_LISTED = 10;

function formatAnswer(
  subject: string,
  network: string,
  { answer, admitted, denied, notKnown, reasons }: Decision,
): Words {
  switch (answer) {
    case 'yes':
      return `${network} is admitted by ${subject}.`;
    case 'no':
      return `${network} is denied by ${subject}.`;
    case 'partly':
      // Of an endpoint that is reached although no client gets in.
      if (reasons.length > 0)
        return `${network} is partly admitted by ${subject}: ${reasons.map(describeMeaning).join('; ')}.`;
      return `${network} is partly admitted by ${subject}: ${formatList(admitted, MAX_LISTED)} admitted, ${formatList(denied, MAX_LISTED)} denied.`;
    case 'not_known':
      return `Whether ${formatList(notKnown.map(formatNetwork), MAX_LISTED)} is admitted by ${subject} is not known. It depends on: ${formatList(reasons.map(describeMeaning).map(oneLine), MAX_LISTED)}.`;
  }
}

function toJsonReport({ parts, gates, changes, undecided, refused }: CheckResult): unknown {
  return {
    answers: parts.flatMap(({ subject, decisions }) =>
      decisions.map(({ network, decision: { notKnown, reasons, ...decision }, because }) => ({
        network: network.canonical,
        subject,
        ...decision,
        reasons: reasons.map(describeMeaning),
        not_known: notKnown,
        because,
      })),
    ),
    gates,
    changes,
    undecided,
    refusals: refused,
  };
}

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

function describeDifference(verb: string, { sure, witness }: Difference): Words[] {
  if (sure.networks.length === 0) return [];
  return [
    `${verb} ${formatAddressCounts(sure)}: ${describeComplement(sure.networks) ?? formatList(sure.networks, MAX_LISTED)}${witness ? `, such as ${oneLine(witness.text)}` : ''}`,
  ];
}

function describeUndecided({ restrictions, endpoints }: AccessReview): string[] {
  return [...restrictions, ...endpoints].flatMap((change) => {
    const subject = 'url' in change ? change.url : formatTraffic(change.type);
    const describe = (verb: string, { possible }: Difference): string[] =>
      possible.networks.length === 0
        ? []
        : [
            `whether ${subject} newly ${verb} at most ${formatAddressCounts(possible)}, such as ${possible.witness?.text ?? ''}`,
          ];
    return [...describe('admits', change.newlyAdmitted), ...describe('shuts out', change.newlyShutOut)];
  });
}

function parseHeader(header: string): [name: string, value: string] {
  const [, name, value] = /^([^:\s]+):\s*(.*)$/s.exec(header) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw new InvalidArgumentError("Expected 'name: value'.");
}

function groupHeaders(headers: readonly (readonly [name: string, value: string])[]): Record<string, readonly string[]> {
  const names = [...new Set(headers.map(([name]) => name.toLowerCase()))];
  return Object.fromEntries(
    names.map((name) => [name, headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value)]),
  );
}

export { accessExport } from './export';
