import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { parseIp } from '../../model/ip/cidr';
import { evaluatePolicy } from '../../model/ip/policy';
import { omitUndefined } from '../../model/members';
import { oneLine } from '../../model/text';
import type { EndpointAccess } from '../../model/traffic-policy/evaluate/access';
import type { PolicyRequest } from '../../model/traffic-policy/evaluate/request';
import type { SynthesizedStack } from '../../terraform/configuration/configuration';
import { readSynthesizedStacks } from '../../terraform/read-configuration';
import { withCommandClient } from '../command-client';
import { type CliContext, CliError, EXIT } from '../context';
import { collect, DEFAULT_SYNTH_FOLDER } from '../options';
import { findConfiguredPolicies } from '../policies/configured';
import { evaluateConfiguredAccess, evaluateRemoteAccess } from '../policies/endpoint-access';
import { type FoundPolicy, findRemotePolicies, type LocatedRule } from '../policies/policy';

interface Options {
  readonly policy: readonly string[];
  readonly endpoint?: string;
  readonly method?: string;
  readonly header: readonly string[];
  readonly app?: string | true;
  readonly format: 'text' | 'json';
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  netingress check-ip 203.0.113.7 --policy "Networks of our offices"
  netingress check-ip 2001:db8::1 --policy offices --app cdktf.out --json
  netingress check-ip 203.0.113.7 --endpoint https://app.example.com/admin

Exit status: 0 allowed or denied, 1 error, 3 inconclusive because of values that are known only after apply, or of parts
of the request that are not given.
`;

export function checkIpCommand(context: CliContext): Command {
  return new Command('check-ip')
    .description('Shows whether an IP policy or an endpoint allows an address, and which rules decide. Read-only.')
    .argument('<ip>', 'IPv4 or IPv6 address', parseAddress)
    .option(
      '--policy <name or id>',
      'id or description of a policy; repeatable, the rules of all policies are combined',
      collect,
      [],
    )
    .option(
      '--endpoint <url>',
      'URL of an endpoint, or of a request with its path: evaluates its traffic policy instead of --policy',
    )
    .option('--method <method>', 'HTTP method of the request to --endpoint (default: GET)')
    .option('--header <name: value>', 'header of the request to --endpoint; repeatable', collect, [])
    .option('--app [folder]', `reads the output of \`cdktf synth\` (${DEFAULT_SYNTH_FOLDER}) instead of the account`)
    .addOption(new Option('--format <format>', 'format of the result').choices(['text', 'json']).default('text'))
    .option('--json', 'same as --format json')
    .addHelpText('after', EXAMPLES)
    .action((ip: string, options: Options) => runCheckIp(context, ip, options));
}

async function runCheckIp(context: CliContext, ip: string, options: Options): Promise<void> {
  const { endpoint, policy } = options;
  if ((endpoint === undefined) === (policy.length === 0))
    throw new CliError('Expected either --policy with the name or id of a policy, or --endpoint with a URL.');
  const asJson = options.json || options.format === 'json';
  const unknown =
    endpoint === undefined
      ? await checkPolicies(context, ip, options, asJson)
      : await checkEndpoint(context, ip, endpoint, options, asJson);
  if (unknown.length > 0) throw new CliError(`Inconclusive: ${unknown.join(' ')}`, EXIT.incomplete);
}

/** Prints the decision of the policies; returns why it is inconclusive. */
async function checkPolicies(context: CliContext, ip: string, options: Options, asJson: boolean): Promise<string[]> {
  const policies = options.app
    ? findConfiguredPolicies(await readStacks(context, options.app), options.policy, folderOf(options.app))
    : await withCommandClient(context, (commandClient) =>
        findRemotePolicies(commandClient, options.policy, context.signal),
      );
  const evaluation = evaluate(ip, policies);
  context.print(
    asJson ? JSON.stringify(formatJson(ip, policies, evaluation), null, 2) : formatText(ip, policies, evaluation),
  );
  if (evaluation.decision !== 'unknown') return [];
  const names = evaluation.unknown.join(', ');
  return [`these values are known only after apply: ${names}. After the deployment, run without --app.`];
}

/** Prints the decision of the endpoint; returns why it is inconclusive. */
async function checkEndpoint(
  context: CliContext,
  ip: string,
  url: string,
  options: Options,
  asJson: boolean,
): Promise<string[]> {
  const request: PolicyRequest = {
    clientIp: ip,
    ...omitUndefined({ method: options.method }),
    ...(options.header.length > 0 && { headers: parseHeaders(options.header) }),
  };
  const access = options.app
    ? evaluateConfiguredAccess(await readStacks(context, options.app), url, request)
    : await withCommandClient(context, (commandClient) =>
        evaluateRemoteAccess(commandClient, url, request, context.signal),
      );
  if (access.endpoint === undefined)
    throw new CliError(`No cloud endpoint has the URL ${url}; expected one of the account, or of --app.`);
  context.print(asJson ? JSON.stringify({ ip, url, ...access }, null, 2) : formatAccess(ip, url, access));
  if (access.decision !== 'unknown') return [];
  const conditions = [...new Set(access.outcomes.flatMap(({ depends }) => depends))];
  return [`the decision depends on ${conditions.join(' and ')}.`, 'Give a URL with its path, --method and --header.'];
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

function formatAccess(ip: string, url: string, { decision, outcomes }: EndpointAccess): string {
  const head =
    decision === 'unknown' ? `The decision of ${url} for ${ip} is unknown` : `${ip} is ${decision} by ${url}`;
  const lines = outcomes.map(({ admitted, reason, depends, passes }) => {
    const verdict = admitted === undefined ? 'unknown' : admitted ? 'admits' : 'denies';
    const condition = depends.length > 0 ? `, if ${depends.join(' and ')}` : '';
    const passed = passes.length > 0 ? `, unless ${passes.join(' or ')} refuses` : '';
    return `  ${verdict}: ${oneLine(reason)}${condition}${passed}`;
  });
  return [`${head}:`, ...lines].join('\n');
}

function folderOf(app: string | true): string {
  return app === true ? DEFAULT_SYNTH_FOLDER : app;
}

async function readStacks(context: CliContext, app: string | true): Promise<readonly SynthesizedStack[]> {
  const folder = folderOf(app);
  const stacks = await readSynthesizedStacks(resolve(context.cwd, folder));
  if (stacks) return stacks;
  throw new CliError(`No synthesized configuration found in ${folder}. Run \`cdktf synth\`, or correct --app.`);
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
