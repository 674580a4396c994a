/**
 * A provider that returns the values it receives: the lower bound with which our provider is compared. Start, transport
 * and schema are ours, but it neither decodes values nor sends requests. It plans what Terraform proposes: computed
 * attributes of a new object stay null. Bundled by the benchmark, never shipped.
 */
import { readFileSync, writeSync } from 'node:fs';
import { GRPCControllerMethods, GRPCStdioMethods, ProviderMethods } from '../../src/plugin/generated/tfplugin6';
import { createServerCertificate } from '../../src/plugin/grpc/certificate';
import { listen } from '../../src/plugin/grpc/listen';
import { createGrpcServer, type MethodHandler } from '../../src/plugin/http2/grpc';
import { handshakeLine, readPluginEnvironment } from '../../src/plugin/process/handshake';
import type { RpcMethod as Rpc } from '../../src/plugin/protobuf';

// Ctrl-C reaches the provider too; Terraform ends it when it is done.
process.on('SIGINT', () => undefined);

function echo<Request, Response>(
  { path, request, response }: Rpc<Request, Response>,
  respond: (request: Request) => Response,
): [string, MethodHandler] {
  return [path, { kind: 'unary', handle: async (bytes) => response.encode(respond(request.decode(bytes))) }];
}

const methods = new Map<string, MethodHandler>([
  [
    ProviderMethods.GetProviderSchema.path,
    { kind: 'unary', handle: async () => readFileSync(process.env['ECHO_PROVIDER_SCHEMA'] ?? '') },
  ],
  echo(ProviderMethods.ValidateProviderConfig, () => ({})),
  echo(ProviderMethods.ConfigureProvider, () => ({})),
  echo(ProviderMethods.ValidateResourceConfig, () => ({})),
  echo(ProviderMethods.UpgradeResourceState, ({ rawState }) => ({ upgradedState: { json: rawState?.json } })),
  echo(ProviderMethods.ReadResource, ({ currentState, private: own, currentIdentity }) => ({
    newState: currentState,
    private: own,
    newIdentity: currentIdentity,
  })),
  echo(ProviderMethods.PlanResourceChange, ({ proposedNewState, priorPrivate, priorIdentity }) => ({
    plannedState: proposedNewState,
    plannedPrivate: priorPrivate,
    plannedIdentity: priorIdentity,
  })),
  echo(ProviderMethods.ApplyResourceChange, ({ plannedState, plannedPrivate, plannedIdentity }) => ({
    newState: plannedState,
    private: plannedPrivate,
    newIdentity: plannedIdentity,
  })),
  [
    GRPCControllerMethods.Shutdown.path,
    {
      kind: 'unary',
      async handle() {
        // After the response was sent.
        setTimeout(() => process.exit(0), 20);
        return new Uint8Array(0);
      },
    },
  ],
  [GRPCStdioMethods.StreamStdio.path, { kind: 'stream', serve: ({ signal }) => void signal }],
]);

async function main(): Promise<void> {
  const environment = readPluginEnvironment(process.env);
  if (!environment?.clientCertificate) throw new Error('The echo provider must be started by Terraform');
  const certificate = createServerCertificate();
  const server = createGrpcServer({ methods, maxMessageBytes: 2 ** 28 });
  const encryption = { certificate, clientCertificate: environment.clientCertificate };
  const options = { ports: environment.ports, platform: process.platform, encryption };
  const { address, close } = await listen((connection) => server.accept(connection), options);
  process.on('exit', close);
  writeSync(1, handshakeLine(address, certificate.der));
}

void main();
