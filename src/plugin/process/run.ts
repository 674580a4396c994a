/** The imports of this file are loaded before the handshake, so they are few. */
import { writeSync } from 'node:fs';
import type { Duplex } from 'node:stream';
import type { Environment } from '../../model/provider-settings';
import type { Provider } from '../../provider/protocol/provider';
import { createServerCertificate } from '../grpc/certificate';
import { type Encryption, listen } from '../grpc/listen';
import { createOperationTracker } from '../grpc/operation-tracker';
import type { PluginServer } from '../grpc/server';
import { createLog, type Log, readLogLevel } from '../log';
import { createRedactor, type Redactor } from '../redact';
import type { RpcContext } from '../rpc';
import { handshakeLine, type PluginEnvironment, readPluginEnvironment, USAGE_MESSAGE } from './handshake';
import { createShutdown, expectConnection, watchParent } from './shutdown';

export interface ProviderDependencies {
  readonly environment: Environment;
  readonly log: Log;
  readonly redactor: Redactor;
}

export interface PluginOptions {
  readonly process: NodeJS.Process;
  /** `terraform.local/netingress/netingress`; for the output of `--debug`. */
  readonly sourceAddress: string;
  readonly load: () => typeof import('./deferred-modules');
  readonly createProvider: (dependencies: ProviderDependencies) => Promise<Provider>;
}

const STDOUT = 1;
const STDERR = 2;
/** As a Go program that panics. */
const EXIT_CRASHED = 2;
const EXIT_NOT_STARTED_BY_TERRAFORM = 1;

export async function runPlugin(options: PluginOptions): Promise<void> {
  const { process } = options;
  const redactor = createRedactor(() => environmentSecrets(options));
  reportCrashes(process, redactor);
  const environment = readPluginEnvironment(process.env);
  if (process.argv.includes('--debug')) return debug(options, redactor);
  if (!environment) {
    process.stderr.write(USAGE_MESSAGE);
    process.exitCode = EXIT_NOT_STARTED_BY_TERRAFORM;
    return;
  }
  return serve(options, environment, redactor);
}

/** A log line or a crash may precede the configuration of the provider. */
function environmentSecrets({ process, load }: PluginOptions): string[] {
  try {
    return load().secretsFromEnvironment(process.env);
  } catch {
    // The modules cannot be loaded; the crash report must still print why.
    return [];
  }
}

async function serve(options: PluginOptions, environment: PluginEnvironment, redactor: Redactor): Promise<void> {
  const { process } = options;
  const log = openLog(process, redactor, () => void shutDown('orphaned'));
  const operations = createOperationTracker();
  const provider = createLazyProvider(options, log, redactor);
  const server = once(
    (): PluginServer =>
      options.load().createPluginServer(provider.context, operations, {
        onShutdown: () => void shutDown('shutdown'),
        onDisconnect: () => void shutDown('orphaned'),
      }),
  );
  const shutDown = createShutdown({
    operations,
    log,
    stopProvider: provider.stop,
    closeServer: (limitMs) => server().close(limitMs),
    exit: () => process.exit(0),
  });
  // SIGINT is ignored in serve.ts. SIGTERM to the process group ends Terraform too, but only after the operations of
  // all providers: until then it may close an ephemeral resource. A Go provider dies of SIGTERM, and the object that it
  // creates is lost.
  process.on('SIGTERM', () => {
    provider.stop();
    if (!server().isConnected) void shutDown('orphaned');
  });
  // Terraform may run under nohup and then needs its provider. A lost connection shows that Terraform has exited.
  process.on('SIGHUP', () => undefined);
  watchParent(
    () => process.ppid,
    () => void shutDown('orphaned'),
  );
  const encryption = createEncryption(environment);
  const connected = expectConnection(() => void shutDown('orphaned'));
  const accept = (connection: Duplex): void => {
    connected();
    server().accept(connection);
  };
  const listener = await listen(accept, { ports: environment.ports, platform: process.platform, encryption });
  process.on('exit', () => listener.close());
  // process.stdout would load modules that the process does not need otherwise.
  writeSync(STDOUT, handshakeLine(listener.address, encryption?.certificate.der));
  // Terraform takes time to connect, in which the other modules are loaded.
  setImmediate(async () => {
    server();
    await provider.context();
    const { address } = listener;
    // A folder of sockets that cannot be listed is no reason to fail.
    if (address.network === 'unix')
      await options
        .load()
        .removeDeadSockets(address.path)
        .catch(() => undefined);
  });
}

async function debug(options: PluginOptions, redactor: Redactor): Promise<void> {
  const { process, sourceAddress, createProvider, load } = options;
  const log = openLog(process, redactor, () => undefined);
  const { reattachVariable, serveForReattach } = load();
  const { pid, platform } = process;
  const create = async (): Promise<Provider> => {
    try {
      return await createProvider({ environment: process.env, log, redactor });
    } catch (error) {
      process.stderr.write(redactor.apply(`The provider cannot be created: ${String(error)}\n`));
      throw error;
    }
  };
  const server = await serveForReattach(create, { pid, platform, log, redact: redactor.apply });
  process.on('exit', server.remove);
  process.stdout.write(
    'The provider waits for Terraform; Ctrl-C ends it. Set this variable where you run terraform:\n\n' +
      `TF_REATTACH_PROVIDERS='${reattachVariable(sourceAddress, server.reattach)}'\n`,
  );
  const end = (): void => void server.close().then(() => process.exit(0));
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

interface LazyProvider {
  readonly context: () => Promise<RpcContext>;
  /** Ends waits and retries, also of calls that wait for the provider. */
  readonly stop: () => void;
}

function createLazyProvider(
  { process, createProvider, load }: PluginOptions,
  log: Log,
  redactor: Redactor,
): LazyProvider {
  let created: Provider | undefined;
  let isStopped = false;
  const createContext = async (): Promise<RpcContext> => {
    const provider = await createProvider({ environment: process.env, log, redactor });
    created = provider;
    // The calls that wait for it begin first.
    if (isStopped) setImmediate(() => provider.stop());
    return { provider, types: load().createSchemaTypes(() => provider.schema), redact: redactor.apply, log };
  };
  return {
    context: once(createContext),
    stop() {
      isStopped = true;
      created?.stop();
    },
  };
}

function once<Result>(create: () => Result): () => Result {
  let created: { readonly result: Result } | undefined;
  return () => {
    created ??= { result: create() };
    return created.result;
  };
}

function createEncryption({ clientCertificate }: PluginEnvironment): Encryption | undefined {
  return clientCertificate === undefined ? undefined : { certificate: createServerCertificate(), clientCertificate };
}

function openLog(process: NodeJS.Process, redactor: Redactor, onBroken: () => void): Log {
  const level = readLogLevel(process.env);
  if (level === undefined) return createLog(undefined, () => undefined, redactor);
  // A write error mostly means that Terraform, the reader, has exited.
  process.stderr.on('error', onBroken);
  return createLog(level, (line) => process.stderr.write(line), redactor);
}

/** Terraform shows what follows `panic: ` as the reason of the exit, even if its log is disabled. */
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
