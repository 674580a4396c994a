/**
 * A provider that only hands bytes back: what our provider is compared with, to say how far it is from what is possible
 * on this machine. The start, the transport and the schema are ours, but values are neither decoded nor compared, and no
 * service is asked. It can plan what does not change, and nothing else. Bundled by the benchmark, never shipped.
 */
import { readFileSync, writeSync } from 'node:fs';
import type { Method as Rpc } from '../src/plugin/codec/protobuf';
import { GRPCControllerMethods, GRPCStdioMethods, ProviderMethods } from '../src/plugin/generated/tfplugin6';
import { createServerCertificate } from '../src/plugin/grpc/certificate';
import { createGrpcServer, type Method } from '../src/plugin/grpc/grpc';
import { listen } from '../src/plugin/grpc/listen';
import { handshakeLine, readPluginEnvironment } from '../src/plugin/process/handshake';

process.on('SIGINT', () => undefined);

function answering<Request, Response>(
  { path, request, response }: Rpc<Request, Response>,
  answer: (request: Request) => Response,
): [string, Method] {
  return [path, { kind: 'unary', answer: async (bytes) => response.encode(answer(request.decode(bytes))) }];
}

const methods = new Map<string, Method>([
  [
    ProviderMethods.GetProviderSchema.path,
    { kind: 'unary', answer: async () => readFileSync(process.env['ECHO_PROVIDER_SCHEMA'] ?? '') },
  ],
  answering(ProviderMethods.ValidateProviderConfig, () => ({})),
  answering(ProviderMethods.ConfigureProvider, () => ({})),
  answering(ProviderMethods.ValidateResourceConfig, () => ({})),
  answering(ProviderMethods.UpgradeResourceState, ({ rawState }) => ({ upgradedState: { json: rawState?.json } })),
  answering(ProviderMethods.ReadResource, ({ currentState, private: own, currentIdentity }) => ({
    newState: currentState,
    private: own,
    newIdentity: currentIdentity,
  })),
  answering(ProviderMethods.PlanResourceChange, ({ proposedNewState, priorPrivate, priorIdentity }) => ({
    plannedState: proposedNewState,
    plannedPrivate: priorPrivate,
    plannedIdentity: priorIdentity,
  })),
  [
    GRPCControllerMethods.Shutdown.path,
    {
      kind: 'unary',
      async answer() {
        setTimeout(() => process.exit(0), 20);
        return new Uint8Array(0);
      },
    },
  ],
  [GRPCStdioMethods.StreamStdio.path, { kind: 'stream', serve: ({ signal }) => void signal }],
]);

async function main(): Promise<void> {
  const launch = readPluginEnvironment(process.env);
  if (!launch?.clientCertificate) throw new Error('Only Terraform starts this');
  const certificate = createServerCertificate();
  const server = createGrpcServer({ methods, maxMessageBytes: 2 ** 28 });
  const encryption = { certificate, clientCertificate: launch.clientCertificate };
  const options = { ports: launch.ports, platform: process.platform, encryption };
  const { address, close } = await listen((connection) => server.accept(connection), options);
  process.on('exit', close);
  writeSync(1, handshakeLine(address, certificate.der));
}

void main();
