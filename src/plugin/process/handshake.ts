import type { Environment } from '../../model/provider-settings';
import type { SocketAddress } from '../grpc/listen';

export interface PluginEnvironment {
  /** PEM of the only trusted client certificate; undefined for no TLS. */
  readonly clientCertificate: string | undefined;
  /** TCP ports to use if unix sockets are not available. */
  readonly ports: { readonly min: number; readonly max: number };
}

/** A constant of Terraform, not a secret. */
const MAGIC_COOKIE = {
  name: 'TF_PLUGIN_MAGIC_COOKIE',
  value: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
};

export const USAGE_MESSAGE =
  'This is a Terraform provider. Terraform and OpenTofu start it; do not run it directly.\n' +
  'Add it to required_providers of a configuration and run terraform init.\n' +
  'To debug it, start it with --debug and run terraform with the environment variable that it prints.\n';

/** Returns undefined if Terraform did not start this process. */
export function readPluginEnvironment(environment: Environment): PluginEnvironment | undefined {
  if (environment[MAGIC_COOKIE.name] !== MAGIC_COOKIE.value) return undefined;
  return {
    // Absent or empty if TF_DISABLE_PLUGIN_TLS is set.
    clientCertificate: environment['PLUGIN_CLIENT_CERT'] || undefined,
    // The defaults are those of go-plugin.
    ports: {
      min: parsePort(environment['PLUGIN_MIN_PORT']) ?? 10_000,
      max: parsePort(environment['PLUGIN_MAX_PORT']) ?? 25_000,
    },
  };
}

/**
 * `1|6|unix|/tmp/tf-provider-a1B2c3/provider.sock|grpc|MII...`; `1` is the version of this line. It names protocol 6 in
 * any case: if Terraform does not support that, its own error is the best one.
 */
export function handshakeLine(address: SocketAddress, certificate: Uint8Array | undefined): string {
  const location = address.network === 'unix' ? `unix|${address.path}` : `tcp|127.0.0.1:${address.port}`;
  // Terraform's decoder rejects padding.
  const encoded = certificate ? Buffer.from(certificate).toString('base64').replace(/=+$/, '') : '';
  return `1|6|${location}|grpc|${encoded}\n`;
}

function parsePort(value: string | undefined): number | undefined {
  const port = Number(value);
  return value && Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}
