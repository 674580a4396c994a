import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { parseIp } from '../../model/ip/cidr';
import { evaluatePolicy } from '../../model/ip/policy';
import { oneLine } from '../../model/text';
import { readSynthesizedStacks } from '../../terraform/synthesized-config';
import { withConnection } from '../connect';
import { type CliContext, CliError, EXIT } from '../context';
import { collect, DEFAULT_SYNTH_FOLDER } from '../options';
import { findConfiguredPolicies } from '../policies/configured';
import { type FoundPolicy, findRemotePolicies, type LocatedRule } from '../policies/policy';

interface Options {
  readonly policy: readonly string[];
  readonly app?: string | true;
  readonly format: 'text' | 'json';
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  netingress check-ip 203.0.113.7 --policy "Networks of our offices"
  netingress check-ip 2001:db8::1 --policy offices --app cdktf.out --json

Exit status: 0 allowed or denied, 1 error, 3 inconclusive because of values that are known only after apply.
`;

export function checkIpCommand(context: CliContext): Command {
  return new Command('check-ip')
    .description('Shows whether an IP policy allows an address, and which rules decide. Read-only.')
    .argument('<ip>', 'IPv4 or IPv6 address', parseAddress)
    .requiredOption(
      '--policy <name or id>',
      'id or description of a policy; repeatable, the rules of all policies are combined',
      collect,
      [],
    )
    .option('--app [folder]', `reads the output of \`cdktf synth\` (${DEFAULT_SYNTH_FOLDER}) instead of the account`)
    .addOption(new Option('--format <format>', 'format of the result').choices(['text', 'json']).default('text'))
    .option('--json', 'same as --format json')
    .addHelpText('after', EXAMPLES)
    .action((ip: string, options: Options) => runCheckIp(context, ip, options));
}

async function runCheckIp(context: CliContext, ip: string, options: Options): Promise<void> {
  if (options.policy.length === 0) throw new CliError('Missing --policy; expected the name or id of a policy.');
  const policies =
    options.app === undefined
      ? await withConnection(context, (connection) => findRemotePolicies(connection, options.policy, context.signal))
      : await readConfiguredPolicies(
          context,
          options.app === true ? DEFAULT_SYNTH_FOLDER : options.app,
          options.policy,
        );
  const evaluation = evaluate(ip, policies);
  context.print(
    options.json || options.format === 'json'
      ? JSON.stringify(formatJson(ip, policies, evaluation), null, 2)
      : formatText(ip, policies, evaluation),
  );
  if (evaluation.decision === 'unknown')
    throw new CliError(
      `Inconclusive: these values are known only after apply: ${evaluation.unknown.join(', ')}. After the deployment, run without --app.`,
      EXIT.incomplete,
    );
}

async function readConfiguredPolicies(
  context: CliContext,
  appFolder: string,
  queries: readonly string[],
): Promise<FoundPolicy[]> {
  const stacks = await readSynthesizedStacks(resolve(context.cwd, appFolder));
  if (!stacks)
    throw new CliError(`No synthesized configuration found in ${appFolder}. Run \`cdktf synth\`, or correct --app.`);
  return findConfiguredPolicies(stacks, queries, appFolder);
}

interface Evaluation {
  /** `unknown` if an unknown rule may change the decision. */
  readonly decision: 'allowed' | 'denied' | 'unknown';
  readonly decisive: readonly LocatedRule[];
  readonly unknown: readonly string[];
}

/** A matching deny rule decides, whatever the unknown rules are. */
function evaluate(ip: string, policies: readonly FoundPolicy[]): Evaluation {
  const rules = policies.flatMap((policy) => policy.rules);
  const unknown = [...new Set(policies.flatMap((policy) => policy.unknown))];
  const { allowed, decisiveRules } = evaluatePolicy(rules, ip);
  const isDecided = unknown.length === 0 || (!allowed && decisiveRules.length > 0);
  return {
    decision: isDecided ? (allowed ? 'allowed' : 'denied') : 'unknown',
    decisive: rules.filter((rule) => decisiveRules.includes(rule)),
    unknown,
  };
}

function formatText(ip: string, policies: readonly FoundPolicy[], { decision, decisive }: Evaluation): string {
  const names = policies
    .map(({ location, description }) => (description === null ? location : `'${oneLine(description)}' (${location})`))
    .join(' and ');
  const lines = decisive.map(
    ({ action, cidr, description, location }) =>
      `  ${action} ${cidr.canonical}${description === null ? '' : `, ${oneLine(description)}`} (${location})`,
  );
  if (decision === 'unknown')
    return [
      `The decision of ${names} for ${ip} is unknown. Known rules that match:`,
      ...(lines.length > 0 ? lines : ['  none']),
    ].join('\n');
  if (lines.length === 0) return `${ip} is denied by ${names}: no rule matches it.`;
  return [`${ip} is ${decision} by ${names}:`, ...lines].join('\n');
}

function formatJson(
  ip: string,
  policies: readonly FoundPolicy[],
  { decision, decisive, unknown }: Evaluation,
): unknown {
  return {
    ip,
    decision,
    because: decisive.map(({ action, cidr, description, location }) => ({
      action,
      cidr: cidr.canonical,
      description,
      place: location,
    })),
    policies: policies.map(({ location, description: name, rules }) => ({
      place: location,
      name,
      rules: rules.length,
    })),
    unknown,
  };
}

function parseAddress(text: string): string {
  if (parseIp(text)) return text;
  throw new InvalidArgumentError('Expected one IPv4 or IPv6 address without mask or zone.');
}
