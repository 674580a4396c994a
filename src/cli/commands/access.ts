import { Command, InvalidArgumentError } from 'commander';
import type { Client } from '../../client';
import { decideExit, EXIT } from '../../model/exit-status';
import { describeGrant, describeTerms, grantStatus, hasInvalidGrant } from '../../model/grants/grant';
import type { JsonObject } from '../../model/json';
import { formatCount } from '../../model/text';
import { parseDuration } from '../../model/time';
import { toJson } from '../../report/json';
import {
  ADDRESS_VARIABLE,
  describeWideNetwork,
  ME,
  rejectMappedNetwork,
  resolveAuthor,
  resolveNetwork,
} from '../access/address';
import { type AccessRequest, describeInvalidGrant, grantAccess } from '../access/grant-access';
import { reapAccess, revokeAccess } from '../access/remove-access';
import {
  type AccessRule,
  findPolicies,
  findPolicy,
  type GrantRule,
  isGrantRule,
  listAccessRules,
  listPolicies,
} from '../access/rules';
import { runWithAccess } from '../access/run-with-access';
import { withCommandClient } from '../command-client';
import { type CliContext, CliError } from '../context';
import { formatExitHelp } from '../failure';
import { addFormatOptions, createOption, type FormatOptions as FormatOptionsOf, resolveFormat } from '../options';
import { accessCheckCommand } from './access-check';
import { accessExportCommand } from './access-export';

type FormatOptions = FormatOptionsOf<'text' | 'json'>;

interface NetworkOptions {
  readonly policy: string;
  readonly address?: string;
}

interface GrantOptions extends NetworkOptions {
  readonly for: number;
  readonly by?: string;
  readonly reason?: string;
  readonly ticket?: string;
}

interface ListOptions extends FormatOptions {
  readonly policy: readonly string[];
}

interface ReapOptions extends ListOptions {
  readonly dryRun?: true;
}

const EXIT_HELP = formatExitHelp({
  failed: 'the service refused, or a deny rule contains the network',
  undecided: 'the service did not respond, so a part was not read or not done',
});

const EXAMPLES = `
Examples:
  netingress access check 203.0.113.7
  netingress access grant 203.0.113.7 --policy Offices --for 1h --reason "debug checkout" --ticket OPS-7
  netingress access run --policy Offices --address 203.0.113.7 -- ./smoke-test.sh
  netingress access list
  netingress access reap

A grant is an allow rule with its end in the metadata. The service does not know the end: the rule admits until
\`netingress access reap\`, or an apply of a netingress_ip_policy_rules, deletes it. Run \`reap\` on a schedule.
${EXIT_HELP}
`;

function example(command: string): string {
  return `\nExample:\n  netingress access ${command}\n\n${EXIT_HELP}\n`;
}

const RUN_HELP = `
Example:
  netingress access run --policy Offices --address 203.0.113.7 -- ./smoke-test.sh

Exit status: that of the command; 128 and the number of the signal that ended it, 126 or 127 if it cannot be started,
3 if it succeeded and the grant still exists.
If this process is killed, the grant ends after at most --for, and \`netingress access reap\` removes it.
`;

export function accessCommand(context: CliContext): Command {
  const network = `IPv4 or IPv6 range in CIDR notation, or \`${ME}\` for this machine`;
  return new Command('access')
    .description('Who gets in, and temporary access: allow rules that have an end.')
    .addHelpText('after', EXAMPLES)
    .addCommand(
      addGrantOptions(withFormat(new Command('grant')), '1h')
        .description('Allows a network until an end. A live grant of the network is extended, and never shortened.')
        .argument('<network>', network)
        .addOption(createOption('reason', { required: true }))
        .addHelpText('after', example('grant 203.0.113.7 --policy Offices --for 1h --reason "debug checkout"'))
        .action((range: string, options: GrantOptions & FormatOptions) => runGrant(context, range, options)),
    )
    .addCommand(
      withFormat(new Command('revoke'))
        .description('Ends a grant before its end.')
        .argument('<network>', network)
        .addOption(createOption('policy', { only: ONE_POLICY, required: true }))
        .addOption(createOption('address', ADDRESS))
        .addHelpText('after', example('revoke 203.0.113.7 --policy Offices'))
        .action((range: string, options: NetworkOptions & FormatOptions) => runRevoke(context, range, options)),
    )
    .addCommand(
      withFormat(new Command('list'))
        .description('Lists all grants with their ends. Read-only.')
        .addOption(createOption('policy', { detail: 'default: all policies' }))
        .addHelpText('after', example('list --policy Offices'))
        .action((options: ListOptions) => runList(context, options)),
    )
    .addCommand(
      withFormat(new Command('reap'))
        .description('Deletes all grants after their end, and no other rule.')
        .addOption(createOption('policy', { detail: 'default: all policies' }))
        .addOption(createOption('dry-run'))
        .addHelpText('after', example('reap --dry-run'))
        .action((options: ReapOptions) => runReap(context, options)),
    )
    .addCommand(accessCheckCommand(context))
    .addCommand(accessExportCommand(context))
    .addCommand(
      addGrantOptions(new Command('run'), '15m')
        .description('Allows this machine while a command runs. The grant is extended until the command ends.')
        .usage('[options] -- <command...>')
        .argument('<command...>', 'command and its arguments, after --')
        .addOption(createOption('reason', { detail: 'default: the name of the command' }))
        .addHelpText('after', RUN_HELP)
        .action((command: [string, ...string[]], options: GrantOptions) => runRun(context, command, options)),
    );
}

function withFormat(command: Command): Command {
  return addFormatOptions(command, { formats: ['text', 'json'], default: 'text' });
}

function addGrantOptions(command: Command, duration: string): Command {
  return command
    .addOption(createOption('policy', { only: ONE_POLICY, required: true }))
    .addOption(createOption('for', { parse: parseFor, default: parseFor(duration), shownDefault: duration }))
    .addOption(createOption('by', { detail: 'default: the user of the CI job or of this machine' }))
    .addOption(createOption('ticket'))
    .addOption(createOption('address', ADDRESS));
}

const ONE_POLICY = 'a grant is a rule of one policy';

const ADDRESS = { detail: `the network \`${ME}\`; default: ${ADDRESS_VARIABLE}`, only: 'a grant is for one network' };

/** A grant has an end in whole seconds. */
function parseFor(text: string): number {
  const duration = parseDuration(text);
  if (duration !== undefined && duration >= 1000) return duration;
  throw new InvalidArgumentError('Expected a duration of at least 1s, such as 30m or 1h.');
}

async function runGrant(context: CliContext, network: string, options: GrantOptions & FormatOptions): Promise<void> {
  const cidr = resolveNetwork(context, network, options.address);
  rejectMappedNetwork(cidr);
  await withClient(context, async (client) => {
    const result = await grantAccess(client, await createRequest(context, client, cidr, options, options.reason ?? ''));
    const { rule, outcome, warnings } = result;
    for (const warning of [...warnings, ...describeWideNetwork(cidr)]) context.printError(warning);
    if (isJson(options)) return context.print(toJson({ outcome, ...describeRule(rule) }).trimEnd());
    if (outcome === 'allowed') return context.print(`${cidr} is already allowed by rule ${rule.id}, which has no end.`);
    context.print(`${OUTCOMES[outcome]}: ${formatRule(client, rule, describeTerms)}`);
  });
}

const OUTCOMES = { granted: 'Granted', extended: 'Extended', unchanged: 'Already granted' } as const;

async function runRevoke(context: CliContext, network: string, options: NetworkOptions & FormatOptions): Promise<void> {
  const cidr = resolveNetwork(context, network, options.address);
  await withClient(context, async (client) => {
    const rule = await revokeAccess(client, await findPolicy(client, options.policy), cidr);
    const runs = Object.keys(rule.grant.shares?.runs ?? {}).length;
    if (runs > 0)
      context.printError(
        `${formatCount(runs, 'command')} of \`netingress access run\` relied on the grant, and may grant it again. End the command to end its access.`,
      );
    context.print(
      isJson(options) ? toJson({ revoked: describeRule(rule) }).trimEnd() : `Revoked ${cidr} (${rule.id}).`,
    );
  });
}

async function runList(context: CliContext, options: ListOptions): Promise<void> {
  await withClient(context, async (client) => {
    const policies =
      options.policy.length === 0 ? await listPolicies(client) : await findPolicies(client, options.policy);
    const ids = new Set(policies.map(({ id }) => id));
    const rules = (await listAccessRules(client)).filter(({ policyId }) => ids.has(policyId));
    for (const { id, cidr } of rules.filter(({ metadata }) => hasInvalidGrant(metadata)))
      context.printError(describeInvalidGrant(id, cidr));
    const grants = rules.filter(isGrantRule);
    if (isJson(options)) {
      const now = client.serviceTime();
      return context.print(
        toJson({
          grants: grants.map((rule) => ({ ...describeRule(rule), status: grantStatus(rule.grant, now) })),
        }).trimEnd(),
      );
    }
    if (grants.length === 0) return context.print('No grants.');
    const names = new Map(policies.map(({ id, description }) => [id, description ?? id]));
    for (const rule of grants) context.print(`${names.get(rule.policyId)}: ${formatRule(client, rule)}`);
  });
}

async function runReap(context: CliContext, options: ReapOptions): Promise<void> {
  await withClient(context, async (client) => {
    const policies = await findPolicies(client, options.policy);
    const { dryRun = false } = options;
    const { removed, failed, untried, live } = await reapAccess(client, {
      dryRun,
      ...(policies.length > 0 && { policyIds: policies.map(({ id }) => id) }),
    });
    if (isJson(options))
      context.print(
        toJson({
          removed: removed.map(describeRule),
          failed: failed.map(({ rule, message }) => ({ ...describeRule(rule), message })),
          untried: untried.map(describeRule),
          live,
          dry_run: dryRun,
        }).trimEnd(),
      );
    else {
      for (const rule of removed) context.print(formatRule(client, rule));
      context.print(
        `${dryRun ? 'Would remove' : 'Removed'} ${formatCount(removed.length, 'overdue grant')}; ${live} live.`,
      );
    }
    if (failed.length > 0) {
      const lines = failed.map(({ rule: { id, cidr }, message }) => `  ${cidr} (${id}): ${message}`);
      const more = untried.length > 0 ? [`  ${formatCount(untried.length, 'overdue grant')} not tried.`] : [];
      throw new CliError(
        [`Cannot remove ${formatCount(failed.length + untried.length, 'overdue grant')}:`, ...lines, ...more].join(
          '\n',
        ),
        decideExit({ failed: failed.some(({ isRefused }) => isRefused), undecided: true }),
      );
    }
  });
}

async function runRun(context: CliContext, command: [string, ...string[]], options: GrantOptions): Promise<void> {
  const cidr = resolveNetwork(context, ME, options.address);
  rejectMappedNetwork(cidr);
  const reason = options.reason ?? `run ${command[0]}`;
  const request = await withClient(context, (client) => createRequest(context, client, cidr, options, reason));
  // Not the signal of the context: the client is needed after it.
  const { signal } = new AbortController();
  await withClient({ ...context, signal }, async (client) => {
    const { status, problem, removalFailed } = await runWithAccess(context, client, request, command);
    if (status !== 0) throw new CliError(problem ?? `${command[0]} ended with status ${status}.`, status);
    if (removalFailed) throw new CliError(`${command[0]} succeeded, but the grant may still exist.`, EXIT.undecided);
  });
}

function withClient<Result>(context: CliContext, use: (client: Client) => Promise<Result>): Promise<Result> {
  return withCommandClient(context, ({ client }) => use(client));
}

async function createRequest(
  context: CliContext,
  client: Client,
  cidr: string,
  { for: durationMs, by, ticket, policy }: GrantOptions,
  reason: string,
): Promise<AccessRequest> {
  const author = resolveAuthor(context, by);
  return { policy: await findPolicy(client, policy), cidr, durationMs, by: author, reason, ticket: ticket ?? null };
}

function isJson(options: FormatOptions): boolean {
  return resolveFormat(options) === 'json';
}

function describeRule({ id, policyId, cidr, grant }: AccessRule): JsonObject {
  if (!grant) return { id, ip_policy_id: policyId, cidr };
  const { shares, ...terms } = grant;
  const granted = shares && { granted_until: shares.grantedUntil, runs: { ...shares.runs } };
  return { id, ip_policy_id: policyId, cidr, ...terms, ...granted };
}

function formatRule(client: Client, { id, cidr, grant }: GrantRule, describe = describeGrant): string {
  return `${cidr} ${describe(grant, grantStatus(grant, client.serviceTime()))} (${id})`;
}
