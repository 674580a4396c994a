/** `netingress access grant`, `revoke`, `list`, `reap` and `run`: allow rules that have an end. */

import { InvalidArgumentError } from 'commander';
import type { Client } from '../client';
import { withCommandClient } from '../command/command-client';
import type { CliContext } from '../command/context';
import { defineCommand, type Reported } from '../command/define-command';
import type { OptionValues } from '../command/options';
import type { ReportFormat } from '../command/report';
import { decideExit, EXIT } from '../model/exit-status';
import { describeGrant, describeTerms, grantStatus, hasInvalidGrant } from '../model/grants/grant';
import { formatCount } from '../model/text';
import { parseDuration } from '../model/time';
import { toJson } from '../report/json';
import type { JsonObject } from '../values/json';
import type { Words } from '../values/words';
import {
  ADDRESS_VARIABLE,
  describeWideNetwork,
  ME,
  rejectMappedNetwork,
  resolveAuthor,
  resolveNetwork,
} from './address';
import { describeInvalidGrant, type GrantRequest, grantAccess } from './grant-access';
import { reapAccess, revokeAccess } from './remove-access';
import {
  type AccessRule,
  findPolicies,
  findPolicy,
  type GrantRule,
  isGrantRule,
  listAccessRules,
  listPolicies,
} from './rules';
import { runWithAccess } from './run-with-access';

interface CommandResult {
  readonly json: JsonObject;
  readonly lines: readonly string[];
}

const FORMATS = {
  text: { write: ({ lines }: CommandResult) => lines.map((line) => `${line}\n`).join('') },
  json: { write: ({ json }: CommandResult) => toJson(json) },
} satisfies Readonly<Record<string, ReportFormat<CommandResult>>>;

/**
 * A list that fails is undecided, also with 401 or 403, and so are these of a write, because they are about the API
 * key. Only `reap` counts a deletion with one of them as refused: the others may succeed.
 */
const UNDECIDED = 'the policies or rules were not all read, the API key was rejected, or the service did not respond';

const NETWORK = { name: '<network>', meaning: `IPv4 or IPv6 range in CIDR notation, or \`${ME}\` for this machine` };

const ONE_POLICY = { only: 'a grant is a rule of one policy', required: true } as const;

const ADDRESS = {
  detail: `the network \`${ME}\`; default: ${ADDRESS_VARIABLE}`,
  only: 'a grant is for one network',
} as const;

const GRANT_OPTIONS = {
  policy: ONE_POLICY,
  by: { detail: 'default: the user of the CI job or of this machine' },
  ticket: {},
  address: ADDRESS,
} as const;

export const grant = defineCommand({
  name: 'grant',
  about: 'Allows a network until an end. A live grant of the network is extended, and never shortened.',
  examples: ['netingress access grant 203.0.113.7 --policy Offices --for 1h --reason "debug checkout"'],
  exit: {
    failed: 'the service refused the rule, or a deny rule contains the network',
    undecided: `${UNDECIDED}, or other clients changed the rule at the same time`,
  },
  args: [NETWORK],
  options: {
    ...GRANT_OPTIONS,
    for: { parse: parseFor, default: parseFor('1h'), shownDefault: '1h' },
    reason: { required: true },
  },
  formats: FORMATS,
  async run(context, { options, args: [network = ''] }) {
    const cidr = resolveNetwork(context, network, options.address);
    rejectMappedNetwork(cidr);
    return withClient(context, async (client): Promise<Reported<CommandResult>> => {
      const request = await createRequest(context, client, cidr, options, options.reason);
      const { rule, outcome, warnings } = await grantAccess(client, request);
      const line =
        outcome === 'allowed'
          ? `${cidr} is already allowed by rule ${rule.id}, which has no end.`
          : `${OUTCOMES[outcome]}: ${formatRule(client, rule, describeTerms)}`;
      return {
        before: [...warnings, ...describeWideNetwork(cidr)],
        report: { json: { outcome, ...describeRule(rule) }, lines: [line] },
        status: EXIT.done,
      };
    });
  },
});

/**
 * `unchanged`: the access does not end later than before. The rule may have the new author, reason and ticket, if a
 * command of `access run` needs it for longer than was requested, see `update` in decide-grant.ts.
 */
const OUTCOMES = { granted: 'Granted', extended: 'Extended', unchanged: 'Already granted' } as const;

export const revoke = defineCommand({
  name: 'revoke',
  about: 'Ends a grant before its end.',
  examples: ['netingress access revoke 203.0.113.7 --policy Offices'],
  exit: { failed: 'the service refused to delete the rule', undecided: UNDECIDED },
  args: [NETWORK],
  options: { policy: ONE_POLICY, address: ADDRESS },
  formats: FORMATS,
  async run(context, { options, args: [network = ''] }) {
    const cidr = resolveNetwork(context, network, options.address);
    return withClient(context, async (client): Promise<Reported<CommandResult>> => {
      const rule = await revokeAccess(client, await findPolicy(client, options.policy), cidr);
      const runs = Object.keys(rule.grant.shares?.runs ?? {}).length;
      const relied = `${formatCount(runs, 'command')} of \`netingress access run\` relied on the grant, and may grant it again. End the command to end its access.`;
      return {
        before: runs > 0 ? [relied] : [],
        report: { json: { revoked: describeRule(rule) }, lines: [`Revoked ${cidr} (${rule.id}).`] },
        status: EXIT.done,
      };
    });
  },
});

export const list = defineCommand({
  name: 'list',
  about: 'Lists all grants with their ends. Read-only.',
  examples: ['netingress access list --policy Offices'],
  exit: { undecided: UNDECIDED },
  options: { policy: { detail: 'default: all policies' } },
  formats: FORMATS,
  async run(context, { options }) {
    return withClient(context, async (client): Promise<Reported<CommandResult>> => {
      const policies =
        options.policy.length === 0 ? await listPolicies(client) : await findPolicies(client, options.policy);
      const ids = new Set(policies.map(({ id }) => id));
      const rules = (await listAccessRules(client)).filter(({ policyId }) => ids.has(policyId));
      const grants = rules.filter(isGrantRule);
      const now = client.serviceTime();
      const names = new Map(policies.map(({ id, description }) => [id, description ?? id]));
      return {
        before: rules
          .filter(({ metadata }) => hasInvalidGrant(metadata))
          .map(({ id, cidr }) => describeInvalidGrant(id, cidr)),
        report: {
          json: { grants: grants.map((rule) => ({ ...describeRule(rule), status: grantStatus(rule.grant, now) })) },
          lines:
            grants.length === 0
              ? ['No grants.']
              : grants.map((rule) => `${names.get(rule.policyId)}: ${formatRule(client, rule)}`),
        },
        status: EXIT.done,
      };
    });
  },
});

export const reap = defineCommand({
  name: 'reap',
  about: 'Deletes all grants after their end, and no other rule.',
  examples: ['netingress access reap --dry-run'],
  exit: {
    failed: 'the service refused to delete a grant',
    undecided: 'the policies or rules were not all read, or a grant may still exist for another reason',
  },
  options: { policy: { detail: 'default: all policies' }, 'dry-run': {} },
  formats: FORMATS,
  async run(context, { options: { policy, dryRun = false } }) {
    return withClient(context, async (client): Promise<Reported<CommandResult>> => {
      const policies = await findPolicies(client, policy);
      const { removed, failed, untried, live } = await reapAccess(client, {
        dryRun,
        ...(policies.length > 0 && { policyIds: policies.map(({ id }) => id) }),
      });
      const total = `${dryRun ? 'Would remove' : 'Removed'} ${formatCount(removed.length, 'overdue grant')}; ${live} live.`;
      const problems = [
        ...failed.map(({ rule: { id, cidr }, message }) => `  ${cidr} (${id}): ${message}`),
        ...(untried.length > 0 ? [`  ${formatCount(untried.length, 'overdue grant')} not tried.`] : []),
      ];
      return {
        report: {
          json: {
            removed: removed.map(describeRule),
            failed: failed.map(({ rule, message }) => ({ ...describeRule(rule), message })),
            untried: untried.map(describeRule),
            live,
            dry_run: dryRun,
          },
          lines: [...removed.map((rule) => formatRule(client, rule)), total],
        },
        status: decideExit({ failed: failed.some(({ isRefused }) => isRefused), undecided: failed.length > 0 }),
        message: [`Cannot remove ${formatCount(failed.length + untried.length, 'overdue grant')}:`, ...problems].join(
          '\n',
        ),
      };
    });
  },
});

export const runWithGrant = defineCommand({
  name: 'run',
  about: 'Allows this machine while a command runs. The grant is extended until the command ends.',
  usage: '[options] -- <command...>',
  examples: ['netingress access run --policy Offices --address 203.0.113.7 -- ./smoke-test.sh'],
  exit: `Exit status: that of the command; 128 and the number of the signal that ended it, 126 or 127 if it cannot be started,
3 if it succeeded and the grant may still exist. Without the grant the command does not start, and the exit status is
that of \`netingress access grant\`.
If this process is killed, its part of the grant ends after at most --for. When all parts have ended,
\`netingress access reap\` removes the grant.`,
  args: [{ name: '<command...>', meaning: 'command and its arguments, after --' }],
  options: {
    ...GRANT_OPTIONS,
    for: { parse: parseFor, default: parseFor('15m'), shownDefault: '15m' },
    reason: { detail: 'default: `run` and the name of the command' },
  },
  async run(context, { options, args: [program = '', ...programArgs] }) {
    const cidr = resolveNetwork(context, ME, options.address);
    rejectMappedNetwork(cidr);
    const reason = options.reason ?? `run ${program}`;
    const request = await withClient(context, (client) => createRequest(context, client, cidr, options, reason));
    // The client gets a signal that is never aborted: after the context's signal it still has to remove the grant.
    const { signal } = new AbortController();
    return withClient({ ...context, signal }, async (client) => {
      const ended = await runWithAccess(context, client, request, [program, ...programArgs]);
      const { status, problem, removalFailed } = ended;
      if (status !== EXIT.done) return { status, message: problem ?? `${program} ended with status ${status}.` };
      if (removalFailed)
        return { status: EXIT.undecided, message: `${program} succeeded, but the grant may still exist.` };
      return { status };
    });
  },
});

type GrantOptions = OptionValues<typeof GRANT_OPTIONS> & { readonly for: number };

/** Returns milliseconds. The end of a grant is stored in whole seconds, so a duration below 1 s is rejected. */
function parseFor(text: string): number {
  const duration = parseDuration(text);
  if (duration !== undefined && duration >= 1000) return duration;
  throw new InvalidArgumentError('Expected a duration of at least 1s, such as 30m or 1h.');
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
): Promise<GrantRequest> {
  const author = resolveAuthor(context, by);
  return { policy: await findPolicy(client, policy), cidr, durationMs, by: author, reason, ticket: ticket ?? null };
}

function describeRule({ id, policyId, cidr, grant }: AccessRule): JsonObject {
  if (!grant) return { id, ip_policy_id: policyId, cidr };
  const { shares, ...terms } = grant;
  const granted = shares && { granted_until: shares.grantedUntil, runs: { ...shares.runs } };
  return { id, ip_policy_id: policyId, cidr, ...terms, ...granted };
}

function formatRule(client: Client, { id, cidr, grant }: GrantRule, describe = describeGrant): Words {
  return `${cidr} ${describe(grant, grantStatus(grant, client.serviceTime()))} (${id})`;
}
