/**
 * Lets a network in while a command runs. The end of the grant is stored when the grant is created, and moved while the
 * command runs. So if this process is killed, the grant ends after at most its duration, and `reap` removes it.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { isatty } from 'node:tty';
import type { Client } from '../../client';
import { formatGrant } from '../../model/grants/grant';
import type { Json } from '../../model/json';
import { type CliContext, CliError } from '../context';
import { type AccessRequest, endAfter, type GrantResult, grantAccess, storeGrant } from './grant-access';
import { deleteRule, type GrantRule, isGrantRule, readAccessRule } from './rules';

/** For the removal, retries included, when the connection is lost. */
const REMOVE_TIMEOUT_MS = 60_000;

/** Node runs timers with a longer delay at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export interface RunOutcome extends CommandEnd {
  /** The grant may still exist, because it could not be removed. */
  readonly removalFailed: boolean;
}

interface CommandEnd {
  /** As in a shell: that of the command, 128 and the number of its signal, 126 or 127 if it cannot be started. */
  readonly status: number;
  /** Why the command ended without a status of its own, as a sentence. */
  readonly problem?: string;
}

type Command = readonly [program: string, ...args: string[]];

/** `client` must not end with the context's signal, because it removes the grant afterwards. */
export async function runWithAccess(
  context: CliContext,
  client: Client,
  request: AccessRequest,
  command: Command,
): Promise<RunOutcome> {
  const signals = receiveSignals(context);
  try {
    // A signal that came before this process received signals itself.
    if (context.signal.aborted) throw new CliError('Interrupted.');
    const lease = holdGrant(context, client, request, await grantAccess(client, request));
    const received = signals.first();
    const ended = received ? endedBySignal(command, received) : await runCommand(context, command, signals);
    const { message, failed = false } = await lease.end();
    context.printError(message);
    return { ...ended, removalFailed: failed };
  } finally {
    signals.release();
  }
}

interface LeaseEnd {
  readonly message: string;
  readonly failed?: true;
}

/** Extends the grant while the command runs, and removes it at the end unless another client has changed it. */
function holdGrant(
  { printError }: CliContext,
  client: Client,
  request: AccessRequest,
  granted: GrantResult,
): { readonly end: () => Promise<LeaseEnd> } {
  if (granted.outcome === 'allowed') {
    const message = `${request.cidr} is allowed by rule ${granted.rule.id}, which has no end.`;
    return { end: async () => ({ message }) };
  }
  let rule: GrantRule = granted.rule;
  // A write whose response is lost may have been applied.
  const written = new Set(granted.outcome === 'granted' ? [rule.metadata] : []);
  let extending: Promise<void> = Promise.resolve();
  printError(`Allowed ${rule.cidr} until ${rule.grant.until} (${rule.id}).`);
  const extend = async (): Promise<void> => {
    try {
      const current = await readAccessRule(client, rule.id);
      if (!current) return await grantAgain();
      // Another client has made the rule permanent.
      if (!isGrantRule(current)) return;
      rule = current;
      const grant = { ...rule.grant, until: endAfter(client, request.durationMs) };
      if (Date.parse(grant.until) <= Date.parse(rule.grant.until)) return;
      if (written.has(rule.metadata)) written.add(formatGrant(grant, rule.metadata));
      rule = await storeGrant(client, rule, grant);
    } catch (caught) {
      const error = client.toServiceError(caught);
      if (error.notFound) return grantAgain();
      printError(`Cannot extend the grant of ${rule.cidr}: ${error.message}`);
    }
  };
  const grantAgain = async (): Promise<void> => {
    printError(`Rule ${rule.id} was deleted while the command ran.`);
    const again = await grantAccess(client, request).catch(() => undefined);
    if (!again || again.outcome === 'allowed') return;
    rule = again.rule;
    if (again.outcome === 'granted') written.add(rule.metadata);
  };
  const timer = setInterval(
    () => {
      extending = extending.then(extend);
    },
    Math.min(request.durationMs / 2, MAX_TIMER_MS),
  );
  return {
    async end() {
      clearInterval(timer);
      await extending;
      if (written.size === 0)
        return { message: `The grant of ${rule.cidr} existed before the command; it ends at ${rule.grant.until}.` };
      return removeGrant(client, rule, written);
    },
  };
}

async function removeGrant(
  client: Client,
  { id, cidr, grant }: GrantRule,
  written: ReadonlySet<Json | undefined>,
): Promise<LeaseEnd> {
  try {
    const current = await readAccessRule(client, id, REMOVE_TIMEOUT_MS);
    if (current && !written.has(current.metadata)) {
      const end = isGrantRule(current) ? `; it ends at ${current.grant.until}` : '';
      return { message: `Kept the rule of ${cidr}, because another client has changed it${end}.` };
    }
    if (current) await deleteRule(client, id, REMOVE_TIMEOUT_MS);
    return { message: `Removed the grant of ${cidr}.` };
  } catch (caught) {
    const { message } = client.toServiceError(caught);
    const next = `It ends at ${grant.until}; \`netingress access reap\` removes it then.`;
    return { message: `Cannot remove the grant of ${cidr}: ${message} ${next}`, failed: true };
  }
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

function endedBySignal([program]: Command, signal: NodeJS.Signals): CommandEnd {
  return { status: 128 + constants.signals[signal], problem: `${program} was ended by ${signal}.` };
}
