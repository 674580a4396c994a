import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleProvider } from '../../scripts/build-provider';
import { providerSchemaMessage } from '../../src/plugin/codec/schema-message';
import { GetProviderSchemaResponse } from '../../src/plugin/generated/tfplugin6';
import { createProvider } from '../../src/provider/create-provider';

export interface Echo {
  readonly provider: string;
  /** Environment variables of its processes. */
  readonly variables: Readonly<Record<string, string>>;
  remove(): void;
}

/** Bundles it like our provider, and writes our GetProviderSchema response to a file. */
export async function buildEcho(): Promise<Echo> {
  const folder = mkdtempSync(join(tmpdir(), 'netingress-echo-'));
  const [provider, schema] = [join(folder, 'provider'), join(folder, 'schema')];
  await bundleProvider(join(__dirname, 'provider.ts'), provider, '0.0.0');
  const ours = createProvider({ environment: {}, connect: () => Promise.reject() as never });
  writeFileSync(schema, GetProviderSchemaResponse.encode(providerSchemaMessage(ours.schema)));
  return {
    provider,
    variables: { ECHO_PROVIDER_SCHEMA: schema },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
