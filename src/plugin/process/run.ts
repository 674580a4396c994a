/**
 * The life of a provider process, from the environment it starts in to its exit.
 *
 * What is imported here is loaded before Terraform hears where to connect, and so it is little; the rest is required
 * while Terraform connects.
 */
import { writeSync } from 'node:fs';
import type { Duplex } from 'node:stream';
import type { Provider } from '../../provider/protocol/provider';
import { createServerCertificate } from '../grpc/certificate';
import { type Encryption, listen } from '../grpc/listen';
import type { PluginServer } from '../grpc/server';
import { createRedactor, type Redactor } from '../redact';
import type { RpcContext } from '../rpc';
import { type Environment, handshakeLine, type PluginEnvironment, USAGE_MESSAGE, readPluginEnvironment } from './handshake';
import { createOperationTracker } from './in-flight';
import { createLog, type Log, readLogLevel } from './log';
import { createShutdown, watchParent } from './shutdown';

/** What a provider is made from. */
export interface ProviderDependencies {
  readonly environment: Environment;
  readonly log: Log;
  /** Takes the secrets that must never be printed. */
  readonly redactor: Redactor;
}

/** What to run, and in which process: everything here that touches the process does it through `process`. */
export interface PluginOptions {
  readonly process: NodeJS.Process;
  /** `terraform.local/netingress/netingress`; for the output of `--debug`. */
  readonly sourceAddress: string;
  /** Loads what serving takes; called after Terraform was told where to connect. */
  readonly load: () => typeof import('./serving');
  /** Makes the provider, once; its modules may load here, which is after Terraform was told where to connect. */
  readonly createProvider: (parts: ProviderDependencies) => Promise<Provider>;
}

const STDOUT = 1;
const STDERR = 2;
const EXIT_CRASHED = 2;
const EXIT_NOT_STARTED_BY_TERRAFORM = 1;

/** Serves the provider to the Terraform that started this process; or says how to use it, to anybody else. */
export async function runPlugin(options: PluginOptions): Promise<void> {
  const { process } = options;
  const redactor = createRedactor(() => environmentSecrets(options));
  reportCrashes(process, redactor);
  const launch = readPluginEnvironment(process.env);
  if (process.argv.includes('--debug')) return debug(options, redactor);
  if (!launch) {
    process.stderr.write(USAGE_MESSAGE);
    process.exitCode = EXIT_NOT_STARTED_BY_TERRAFORM;
    return;
  }
  return serve(options, launch, redactor);
}

/** Known from the start: the first line of a log, or a crash, may come before the provider is configured. */
function environmentSecrets({ process, load }: PluginOptions): string[] {
  try {
    return load().secretsFromEnvironment(process.env);
  } catch {
    // What could not even be loaded knows no secret either, and the reason for that must be told.
    return [];
  }
}

async function serve(options: PluginOptions, launch: PluginEnvironment, redactor: Redactor): Promise<void> {
  const { process } = options;
  const log = openLog(process, redactor, () => void end('orphaned'));
  const activity = createOperationTracker();
  const loading = createLazyProvider(options, log, redactor);
  const server = once(
    (): PluginServer =>
      options.load().createPluginServer(loading.context, activity, {
        onShutdown: () => void end('shutdown'),
        onDisconnect: () => void end('orphaned'),
      }),
  );
  const end = createShutdown({
    operations: activity,
    log,
    stopProvider: loading.stop,
    closeServer: () => server().close(),
    exit: (code) => process.exit(code),
  });
  // Terraform, which gets the same signals from a terminal, still waits for answers (terraform/rules 1.5).
  process.on('SIGTERM', () => void end('terminated'));
  // Terraform may have been told to outlive its terminal (nohup), and needs its provider then; if it dies, that shows.
  process.on('SIGHUP', () => undefined);
  watchParent(
    () => process.ppid,
    () => void end('orphaned'),
  );
  const encryption = createEncryption(launch);
  const accept = (connection: Duplex): void => server().accept(connection);
  const listener = await listen(accept, { ports: launch.ports, platform: process.platform, encryption });
  process.on('exit', () => listener.close());
  // Past process.stdout, which would load what nothing else needs.
  writeSync(STDOUT, handshakeLine(listener.address, encryption?.certificate.der));
  // While Terraform connects there is time to load the rest.
  setImmediate(() => {
    server();
    void loading.context();
  });
}

async function debug(options: PluginOptions, redactor: Redactor): Promise<void> {
  const { process, sourceAddress, createProvider, load } = options;
  const log = openLog(process, redactor, () => undefined);
  const { reattachVariable, serveForReattach } = load();
  const { pid, platform } = process;
  const create = (): Promise<Provider> => createProvider({ environment: process.env, log, redactor });
  const served = await serveForReattach(create, { pid, platform, log, redact: redactor.apply });
  process.stdout.write(
    'The provider waits for Terraform; Ctrl-C ends it. Set this variable where you run terraform:\n\n' +
      `TF_REATTACH_PROVIDERS='${reattachVariable(sourceAddress, served.reattach)}'\n`,
  );
  const end = (): void => void served.close().then(() => process.exit(0));
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

/** The provider, made when it is first needed. */
interface LazyProvider {
  readonly context: () => Promise<RpcContext>;
  /** Ends waits and retries, if there is a provider yet. */
  readonly stop: () => void;
}

function createLazyProvider(
  { process, createProvider, load: loadServing }: PluginOptions,
  log: Log,
  redactor: Redactor,
): LazyProvider {
  let loaded: Provider | undefined;
  const load = async (): Promise<RpcContext> => {
    const provider = await createProvider({ environment: process.env, log, redactor });
    loaded = provider;
    return { provider, types: loadServing().createSchemaTypes(() => provider.schema), redact: redactor.apply, log };
  };
  return { context: once(load), stop: () => loaded?.stop() };
}

/** The function's result, made when it is first asked for. */
function once<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}

function createEncryption({ clientCertificate }: PluginEnvironment): Encryption | undefined {
  return clientCertificate === undefined ? undefined : { certificate: createServerCertificate(), clientCertificate };
}

function openLog(process: NodeJS.Process, redactor: Redactor, onBroken: () => void): Log {
  const level = readLogLevel(process.env);
  if (level === undefined) return createLog(undefined, () => undefined, redactor);
  // Nobody reads any more: Terraform is gone.
  process.stderr.on('error', onBroken);
  return createLog(level, (line) => process.stderr.write(line), redactor);
}

/** Terraform shows what follows `panic: ` as the reason why the provider ended, even with its log switched off. */
function reportCrashes(process: NodeJS.Process, redactor: Redactor): void {
  process.on('uncaughtException', (error) => {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    try {
      writeSync(STDERR, redactor.apply(`panic: ${message}\n\n${stack ?? ''}\n`));
    } finally {
      process.exit(EXIT_CRASHED);
    }
  });
}
