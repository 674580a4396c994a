/** Builds the provider that only echoes (echo-provider.ts), for the benchmarks. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleProvider } from '../scripts/build-provider';
import { encodedSchema } from '../src/plugin/rpc/schema';
import { createProvider } from '../src/provider/create-provider';

/** The built provider. */
export interface Echo {
  readonly provider: string;
  /** What its processes must find in their environment. */
  readonly variables: Readonly<Record<string, string>>;
  remove(): void;
}

/** Bundles it like ours, with the answer to GetProviderSchema of ours beside it. */
export async function buildEcho(): Promise<Echo> {
  const folder = mkdtempSync(join(tmpdir(), 'netingress-echo-'));
  const [provider, schema] = [join(folder, 'provider'), join(folder, 'schema')];
  await bundleProvider(join(__dirname, 'echo-provider.ts'), provider, '0.0.0');
  const ours = createProvider({ environment: {}, connect: () => Promise.reject() as never });
  writeFileSync(schema, encodedSchema(ours));
  return {
    provider,
    variables: { ECHO_PROVIDER_SCHEMA: schema },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
