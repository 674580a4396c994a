/**
 * Lets a network in while a command runs. This process stores an end in the grant, and moves it on while the command
 * runs. So if this process is killed, its end passes after at most its duration; when every other end of the grant has
 * passed, too, the next `access reap` deletes the rule.
 *
 * Several commands may rely on one grant. Each stores its own end in the grant, and removes it when the command ends;
 * the last one deletes the rule, unless `access grant` stored an end that is live. The service has no conditional
 * requests, so a write of one process may undo that of another. Therefore each process reads the rule every
 * {@link CHECK_INTERVAL_MS}, or after each half of a duration that is shorter than two of these, and stores its end
 * again if it is missing.
 */

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { isatty } from 'node:tty';
import type { Client } from '../client';
import { type CliContext, CliError } from '../command/context';
import { endTime } from '../model/grants/grant';
import type { Words } from '../values/words';
import { leaveGrant } from './decide-grant';
import { type GrantRequest, type GrantResult, grantAccess, REREAD_DELAY_MS, storeGrant } from './grant-access';
import { deleteRule, type GrantRule, isGrantRule, readAccessRule } from './rules';

/** How long the removal is tried while the service cannot be reached. A choice. */
const REMOVE_TIMEOUT_MS = 60_000;

/** The pause before the removal is tried again, after the client has given up its own retries. A choice. */
const REMOVE_RETRY_MS = 2_000;

/**
 * About how long a command may be shut out after another process overwrote its end in the grant, if the service can be
 * reached. A choice.
 */
const CHECK_INTERVAL_MS = 15_000;

export interface RunOutcome extends CommandEnd {
  readonly removalFailed: boolean;
}

interface CommandEnd {
  /** As in a shell: that of the command, 128 and the number of its signal, 126 or 127 if it cannot be started. */
  readonly status: number;
  /** Why the command ended without a status of its own, as a sentence. */
  readonly problem?: Words;
}

type Command = readonly [program: string, ...args: string[]];

/**
 * Grants access, runs the command and removes its part of the grant. `client` must still work after the context's
 * signal is aborted, because it removes the grant then. The command does not run if access cannot be granted, which
 * throws that error, or if a signal comes before it is started.
 */
export async function runWithAccess(
  context: CliContext,
  client: Client,
  terms: Omit<GrantRequest, 'runId'>,
  command: Command,
): Promise<RunOutcome> {
  const request = { ...terms, runId: randomBytes(4).toString('hex') };
  const signals = receiveSignals(context);
  try {
    // A signal that came before this process received signals itself.
    if (context.signal.aborted) throw new CliError('Interrupted.');
    const lease = holdGrant(context, client, request, await grantAccess(client, request));
    const received = signals.first();
    const ended = received ? notStartedAfter(command, received) : await runCommand(context, command, signals);
    const { message, failed = false } = await lease.end();
    context.printError(message);
    return { ...ended, removalFailed: failed };
  } finally {
    signals.release();
  }
}

interface LeaseEnd {
  readonly message: Words;
  readonly failed?: true;
}

type RunRequest = GrantRequest & { readonly runId: string };

/**
 * A request that fails is a message, not an exception. If a rule without an end allows the network already, there is no
 * grant, and `end` removes nothing.
 */
function holdGrant(
  { printError }: CliContext,
  client: Client,
  request: RunRequest,
  granted: GrantResult,
): { readonly end: () => Promise<LeaseEnd> } {
  for (const warning of granted.warnings) printError(warning);
  if (granted.outcome === 'allowed') {
    const message = `${request.cidr} is allowed by rule ${granted.rule.id}, which has no end.`;
    return { end: async () => ({ message }) };
  }
  let rule: GrantRule = granted.rule;
  let checking: Promise<void> = Promise.resolve();
  printError(`Allowed ${rule.cidr} until ${rule.grant.until} (${rule.id}).`);
  const check = async (): Promise<void> => {
    try {
      const current = await readAccessRule(client, rule.id);
      // Another client has made the rule permanent.
      if (current && !isGrantRule(current)) return;
      if (current) rule = current;
      else printError(`Rule ${rule.id} was deleted while the command ran.`);
      const end = current?.grant.shares?.runs[request.runId];
      const remainingMs = end === undefined ? 0 : endTime(end) - client.serviceTime();
      if (remainingMs > request.durationMs / 2) return;
      const again = await grantAccess(client, request);
      if (again.outcome !== 'allowed') rule = again.rule;
    } catch (caught) {
      const { message } = caught instanceof CliError ? caught : client.toApiError(caught);
      printError(`Cannot extend the grant of ${rule.cidr}: ${message}`);
    }
  };
  const timer = setInterval(
    () => {
      checking = checking.then(check);
    },
    Math.min(request.durationMs / 2, CHECK_INTERVAL_MS),
  );
  return {
    async end() {
      clearInterval(timer);
      await checking;
      return leave(client, rule, request.runId);
    },
  };
}

/** During an outage it tries again until {@link REMOVE_TIMEOUT_MS}. */
async function leave(client: Client, rule: GrantRule, runId: string): Promise<LeaseEnd> {
  const { cidr } = rule;
  let { until } = rule.grant;
  const deadline = performance.now() + REMOVE_TIMEOUT_MS;
  for (;;) {
    try {
      return await removePart(client, rule, runId, deadline, ({ grant }) => {
        until = grant.until;
      });
    } catch (caught) {
      const { message, affectsEveryCall, notFound, category } = client.toApiError(caught);
      if (notFound) return { message: removed(cidr) };
      const isOutage = affectsEveryCall && category !== 'credentials';
      if (!isOutage || performance.now() + REMOVE_RETRY_MS >= deadline) {
        const next = `When it was last read, its end was ${until}; \`netingress access reap\` removes it after its end.`;
        return { message: `Cannot remove the grant of ${cidr}: ${message} ${next}`, failed: true };
      }
      await delay(REMOVE_RETRY_MS);
    }
  }
}

/**
 * Removes the part of a command, or the rule if no other end is live. A command that ends at the same moment may have
 * read the grant before this update, and then its own update stores this part again. So the grant is read again
 * afterwards, until this part is gone or the deadline has passed.
 */
async function removePart(
  client: Client,
  { id, cidr }: GrantRule,
  runId: string,
  deadline: number,
  onRead: (current: GrantRule) => void,
): Promise<LeaseEnd> {
  for (;;) {
    const timeout = Math.max(1, deadline - performance.now());
    const current = await readAccessRule(client, id, timeout);
    if (!current) return { message: removed(cidr) };
    if (!isGrantRule(current)) {
      return { message: `Kept the rule of ${cidr}, because another client has made it permanent.` };
    }
    onRead(current);
    const rest = leaveGrant(current.grant, runId, client.serviceTime());
    if (!rest) {
      await deleteRule(client, id, timeout);
      return { message: removed(cidr) };
    }
    if (current.grant.shares?.runs[runId] === undefined) {
      return { message: `Kept the grant of ${cidr}, because another request needs it; it ends at ${rest.until}.` };
    }
    if (performance.now() >= deadline) {
      const problem = `Cannot remove the grant of ${cidr}: other clients change it at the same time.`;
      return {
        message: `${problem} It ends at ${current.grant.until}; \`netingress access reap\` removes it then.`,
        failed: true,
      };
    }
    await storeGrant(client, current, rest);
    await delay(REREAD_DELAY_MS);
  }
}

function removed(cidr: string): string {
  return `Removed the grant of ${cidr}.`;
}

interface Signals {
  readonly first: () => NodeJS.Signals | undefined;
  /** Calls the listener for further signals. */
  forward(listener: (signal: NodeJS.Signals) => void): void;
  release(): void;
}

function receiveSignals({ takeSignals }: CliContext): Signals {
  let first: NodeJS.Signals | undefined;
  let forwardTo: ((signal: NodeJS.Signals) => void) | undefined;
  const release = takeSignals((signal) => {
    first ??= signal;
    forwardTo?.(signal);
  });
  return {
    first: () => first,
    forward(listener) {
      forwardTo = listener;
    },
    release,
  };
}

function runCommand(context: CliContext, command: Command, signals: Signals): Promise<CommandEnd> {
  const [program, ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: context.cwd, env: { ...context.env }, stdio: 'inherit' });
    signals.forward((signal) => {
      // A terminal sends Ctrl-C to the command as well; a second one would end programs that clean up after the first.
      if (signal === 'SIGINT' && isatty(0)) return;
      child.kill(signal);
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (child.pid === undefined) resolve(notStarted(program, error));
      // A signal is not permitted to a command of another user, such as sudo. The command still runs.
      else context.printError(`Cannot send a signal to ${program}: ${error.message}.`);
    });
    child.once('exit', (status, signal) => {
      resolve(signal === null ? { status: status ?? 1 } : endedBySignal(command, signal));
    });
  });
}

function notStarted(program: string, { code, message }: NodeJS.ErrnoException): CommandEnd {
  if (code === 'ENOENT') return { status: 127, problem: `Cannot run ${program}: the program was not found.` };
  if (code === 'EACCES') return { status: 126, problem: `Cannot run ${program}: the file is not executable.` };
  return { status: 127, problem: `Cannot run ${program}: ${message}.` };
}

function notStartedAfter([program]: Command, signal: NodeJS.Signals): CommandEnd {
  return { status: 128 + constants.signals[signal], problem: `${program} was not started, because of ${signal}.` };
}

function endedBySignal([program]: Command, signal: NodeJS.Signals): CommandEnd {
  return { status: 128 + constants.signals[signal], problem: `${program} was ended by ${signal}.` };
}
