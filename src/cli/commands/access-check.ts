import { Command, InvalidArgumentError, Option } from 'commander';
import type { Decision } from '../../access/decide';
import type { FactList } from '../../access/facts';
import type { GateResult } from '../../access/gates';
import { type Cidr, parseCidr } from '../../model/ip/cidr';
import { omitUndefined } from '../../model/members';
import { formatList, oneLine } from '../../model/text';
import { type CheckedPart, type CheckRequest, checkAccess } from '../access/check';
import { readAccountFacts } from '../access/read-facts';
import { type CliContext, CliError, EXIT } from '../context';
import { collect } from '../options';

interface Options {
  readonly policy: readonly string[];
  readonly restriction: readonly string[];
  readonly endpoint: readonly string[];
  readonly mustAdmit: readonly string[];
  readonly mustDeny: readonly string[];
  readonly method?: string;
  readonly header: readonly string[];
  readonly format: 'text' | 'json';
  readonly json?: boolean;
}

const HELP = `
Examples:
  netingress access check 203.0.113.7
  netingress access check 203.0.113.0/24 --policy "Networks of our offices"
  netingress access check 203.0.113.7 --endpoint https://app.example.com/admin --method POST
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
    .addOption(new Option('--format <format>', 'format of the result').choices(['text', 'json']).default('text'))
    .option('--json', 'same as --format json')
    .addHelpText('after', HELP)
    .action((networks: readonly string[], options: Options) => runCheck(context, networks, options));
}

async function runCheck(context: CliContext, networks: readonly string[], options: Options): Promise<void> {
  if (networks.length + options.mustAdmit.length + options.mustDeny.length === 0) {
    throw new CliError('Nothing to check; expected an address or a network, --must-admit or --must-deny.');
  }
  const request: CheckRequest = {
    ...options,
    networks: networks.map((network) => parseCidr(network) as Cidr),
    request: {
      ...omitUndefined({ method: options.method }),
      ...(options.header.length > 0 && { headers: parseHeaders(options.header) }),
    },
  };
  const lists: readonly FactList[] = await readAccountFacts(context, options.endpoint.length > 0);
  const { parts, gates } = checkAccess(lists, request);
  const isJson = options.json === true || options.format === 'json';
  context.print(isJson ? JSON.stringify(toJson(parts, gates), null, 2) : formatText(parts, gates));
  const failed = gates.filter(({ result }) => result === 'failed');
  if (failed.length > 0) throw new CliError('Access is not as required.', EXIT.differences);
  const isUndecided =
    gates.some(({ result }) => result === 'not_decided') ||
    parts.some(({ decisions }) => decisions.some(({ decision }) => decision.answer === 'not_known'));
  if (isUndecided) throw new CliError('Not decided: something that decides is not known.', EXIT.incomplete);
}

function formatText(parts: readonly CheckedPart[], gates: readonly GateResult[]): string {
  if (parts.length === 0 && gates.length === 0) {
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

function toJson(parts: readonly CheckedPart[], gates: readonly GateResult[]): unknown {
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
  };
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

function collectNetwork(text: string, previous: readonly string[]): string[] {
  const parsed = parseCidr(text);
  if ('problem' in parsed) throw new InvalidArgumentError(`'${text}' ${parsed.problem}; expected ${parsed.expected}.`);
  return [...previous, parsed.canonical];
}
