import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { providerSchemaMessage } from '../../src/plugin/codec/schema-message';
import { createProvider } from '../../src/provider/create-provider';
import type { Echo } from './node';

/** Without Go, or if Go cannot build it, prints why and returns undefined. */
export function buildGoEcho(): Echo | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'netingress-go-echo-'));
  const [provider, schema] = [join(folder, 'provider'), join(folder, 'schema.json')];
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const flags = ['build', '-trimpath', '-ldflags=-s -w', '-o', provider, '.'];
    execFileSync('go', flags, { cwd: join(__dirname, 'go'), stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    remove();
    console.error(`Not compared with a Go provider: ${(error as Error).message.split('\n', 2).join(' ')}`);
    return undefined;
  }
  const ours = createProvider({ environment: {}, connect: () => Promise.reject() as never });
  // Types of attributes are JSON in a Buffer.
  const toText = (_: string, value: unknown): unknown => (isBuffer(value) ? Buffer.from(value.data).toString() : value);
  writeFileSync(schema, JSON.stringify(providerSchemaMessage(ours.schema), toText));
  return { provider, variables: { ECHO_PROVIDER_SCHEMA_JSON: schema }, remove };
}

/**
 * Whether the value is a Buffer in the form in which JSON.stringify passes it to its replacer: `{type: 'Buffer', data:
 * […]}`.
 */
function isBuffer(value: unknown): value is { readonly data: number[] } {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer';
}
