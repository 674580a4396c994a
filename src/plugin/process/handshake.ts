/** How Terraform starts a provider and learns where it listens (terraform/rules 1.1 and 1.2). */
import type { Address } from '../grpc/listen';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What Terraform tells the process it starts. */
export interface PluginEnvironment {
  /** PEM of the only certificate to trust as a client; undefined: no TLS. */
  readonly clientCertificate: string | undefined;
  /** TCP ports that may be used where there are no unix sockets. */
  readonly ports: { readonly min: number; readonly max: number };
}

/** Not a secret: it only tells a person who starts the executable from one's own hand. */
const MAGIC_COOKIE = {
  name: 'TF_PLUGIN_MAGIC_COOKIE',
  value: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
};

/** What is printed when the executable was not started by Terraform. */
export const USAGE_MESSAGE =
  'This is a Terraform provider, which Terraform and OpenTofu start by themselves; it does nothing on its own.\n' +
  'Name it in the required_providers of a configuration and run terraform init there.\n' +
  'To debug it, start it with --debug and give terraform the variable that it prints.\n';

/** What Terraform said, or undefined if this process was not started by Terraform. */
export function readPluginEnvironment(environment: Environment): PluginEnvironment | undefined {
  if (environment[MAGIC_COOKIE.name] !== MAGIC_COOKIE.value) return undefined;
  return {
    // Absent and empty alike when TF_DISABLE_PLUGIN_TLS is set.
    clientCertificate: environment['PLUGIN_CLIENT_CERT'] || undefined,
    ports: {
      min: parsePort(environment['PLUGIN_MIN_PORT']) ?? 10_000,
      max: parsePort(environment['PLUGIN_MAX_PORT']) ?? 25_000,
    },
  };
}

/**
 * The line that tells Terraform where to connect, with its line break. Always names protocol 6: where
 * PLUGIN_PROTOCOL_VERSIONS does not list it, Terraform itself reports the mismatch best.
 */
export function handshakeLine(address: Address, certificate: Uint8Array | undefined): string {
  const where = address.network === 'unix' ? `unix|${address.path}` : `tcp|127.0.0.1:${address.port}`;
  // Terraform's decoder refuses padding (terraform/rules 0.4).
  const encoded = certificate ? Buffer.from(certificate).toString('base64').replace(/=+$/, '') : '';
  return `1|6|${where}|grpc|${encoded}\n`;
}

function parsePort(text: string | undefined): number | undefined {
  const port = Number(text);
  return text && Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}
