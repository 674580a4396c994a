import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { parseIp } from '../../model/ip/cidr';
import { evaluatePolicy } from '../../model/ip/policy';
import { oneLine } from '../../model/text';
import { StateError } from '../../terraform/state';
import { readSynthesizedStacks } from '../../terraform/synthesized-config';
import { CliError, EXIT } from '../cli-error';
import { connect } from '../connect';
import type { CliContext } from '../context';
import { collect } from '../options';
import { findDeclaredPolicies, findLivePolicies, type PlacedRule, type Policy } from '../policies';

interface Options {
  readonly policy: readonly string[];
  readonly app?: string | true;
  readonly format: 'text' | 'json';
  readonly json?: boolean;
}

const help = `
Examples:
  netingress check-ip 203.0.113.7 --policy "Networks of our offices"
  netingress check-ip 2001:db8::1 --policy offices --app cdktf.out --json

Exit status: 0 answered, whatever the answer is; 1 error; 3 the answer depends on what only Terraform will know.
`;

/** `netingress check-ip`: what policies do with an address, and which rules say so. */
export function checkIpCommand(context: CliContext): Command {
  return new Command('check-ip')
    .description('Says what an IP policy does with an address, and which rule says so. Only reads.')
    .argument('<ip>', 'an IPv4 or IPv6 address', parseAddress)
    .requiredOption(
      '--policy <name or id>',
      'identifier or description of the policy; given more than once, their rules are taken together',
      collect,
      [],
    )
    .option('--app [folder]', 'asks what `cdktf synth` wrote (cdktf.out) in place of the service')
    .addOption(new Option('--format <format>', 'how to write the answer').choices(['text', 'json']).default('text'))
    .option('--json', 'short for --format json')
    .addHelpText('after', help)
    .action((ip: string, options: Options) => runCheckIp(context, ip, options));
}

async function runCheckIp(context: CliContext, ip: string, options: Options): Promise<void> {
  if (options.policy.length === 0) throw new CliError('Which policy to ask is not known: give --policy NAME or ID.');
  const policies =
    options.app === undefined
      ? await livePolicies(context, options.policy)
      : await declaredPolicies(context, options.app === true ? 'cdktf.out' : options.app, options.policy);
  const answer = decide(ip, policies);
  context.out(
    options.json || options.format === 'json'
      ? JSON.stringify(asJson(ip, policies, answer), null, 2)
      : asText(ip, policies, answer),
  );
  if (answer.decision === 'unknown') throw new CliError(undecided(answer), EXIT.incomplete);
}

async function livePolicies(context: CliContext, wanted: readonly string[]): Promise<Policy[]> {
  const connection = connect(context);
  try {
    return await findLivePolicies(connection, wanted, context.signal);
  } finally {
    await connection.client.close();
  }
}

async function declaredPolicies(context: CliContext, app: string, wanted: readonly string[]): Promise<Policy[]> {
  try {
    const stacks = await readSynthesizedStacks(resolve(context.cwd, app));
    if (!stacks)
      throw new CliError(`There is no synthesized configuration in ${app}. Run \`cdktf synth\`, or give --app.`);
    return findDeclaredPolicies(stacks, wanted, app);
  } catch (error) {
    if (error instanceof StateError) throw new CliError(error.message);
    throw error;
  }
}

interface Answer {
  /** `unknown` while a rule that is not known yet could change it. */
  readonly decision: 'allowed' | 'denied' | 'unknown';
  readonly because: readonly PlacedRule[];
  readonly unknown: readonly string[];
}

/** A deny that matches decides whatever else there is. */
function decide(ip: string, policies: readonly Policy[]): Answer {
  const rules = policies.flatMap((policy) => policy.rules);
  const unknown = [...new Set(policies.flatMap((policy) => policy.unknown))];
  const { allowed, because } = evaluatePolicy(rules, ip);
  const certain = unknown.length === 0 || (!allowed && because.length > 0);
  return {
    decision: certain ? (allowed ? 'allowed' : 'denied') : 'unknown',
    because: rules.filter((rule) => because.includes(rule)),
    unknown,
  };
}

function asText(ip: string, policies: readonly Policy[], { decision, because }: Answer): string {
  const names = policies
    .map(({ place, name }) => (name === null ? place : `'${oneLine(name)}' (${place})`))
    .join(' and ');
  const lines = because.map(
    ({ action, cidr, description, place }) =>
      `  ${action} ${cidr.canonical}${description === null ? '' : `, ${oneLine(description)}`} (${place})`,
  );
  if (decision === 'unknown')
    return [
      `It is not known what ${names} does with ${ip}. Known rules that match:`,
      ...(lines.length > 0 ? lines : ['  none']),
    ].join('\n');
  if (lines.length === 0) return `${ip} is denied by ${names}: no rule matches it.`;
  return [`${ip} is ${decision} by ${names}:`, ...lines].join('\n');
}

function asJson(ip: string, policies: readonly Policy[], { decision, because, unknown }: Answer): unknown {
  return {
    ip,
    decision,
    because: because.map(({ action, cidr, description, place }) => ({
      action,
      cidr: cidr.canonical,
      description,
      place,
    })),
    policies: policies.map(({ place, name, rules }) => ({ place, name, rules: rules.length })),
    unknown,
  };
}

function undecided({ unknown }: Answer): string {
  return `These could change the answer and are not known: ${unknown.join(', ')}. What only Terraform knows can be asked without --app, once it is deployed.`;
}

function parseAddress(text: string): string {
  if (parseIp(text)) return text;
  throw new InvalidArgumentError('Expected one IPv4 or IPv6 address, without mask or zone.');
}
