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
import type { CliContext } from '../context';
import { type AccessRequest, endAfter, type GrantResult, grantAccess, storeGrant } from './grant-access';
import { deleteRule, type GrantRule, isGrantRule, readAccessRule } from './rules';

/** For the removal, retries included, when the connection is lost. */
const REMOVE_TIMEOUT_MS = 60_000;

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

/** Extends the grant while the command runs, and removes it at the end unless another command has extended it. */
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
  const isOwn = granted.outcome === 'granted';
  let rule: GrantRule = granted.rule;
  // A write whose response is lost may have been applied.
  const written = new Set([rule.metadata]);
  let extending: Promise<void> = Promise.resolve();
  printError(`Allowed ${rule.cidr} until ${rule.grant.until} (${rule.id}).`);
  const extend = async (): Promise<void> => {
    try {
      const grant = { ...rule.grant, until: endAfter(client, request.durationMs) };
      written.add(formatGrant(grant, rule.metadata));
      rule = await storeGrant(client, rule, grant);
    } catch (caught) {
      const error = client.toServiceError(caught);
      if (!error.notFound) return printError(`Cannot extend the grant of ${rule.cidr}: ${error.message}`);
      printError(`Rule ${rule.id} was deleted while the command ran.`);
      const again = await grantAccess(client, request).catch(() => undefined);
      if (!again || again.outcome === 'allowed') return;
      rule = again.rule;
      if (again.outcome === 'granted') written.add(rule.metadata);
    }
  };
  const timer = setInterval(() => {
    extending = extending.then(extend);
  }, request.durationMs / 2);
  return {
    async end() {
      clearInterval(timer);
      await extending;
      if (!isOwn)
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
