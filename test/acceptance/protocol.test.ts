/** What of the protocol is not in the matrix, with the real terraform binary: the schema as a whole, imports, one-run objects. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Emulator } from '../../src/emulator';
import type { JsonObject } from '../../src/model/json';
import { getKind } from '../../src/model/kinds';
import { type AttachedAccount, openAttachedAccount } from '../support/acceptance/provider-in-process';
import { formatSchemaLines, getSection } from '../support/acceptance/schema-lines';
import { serviceAt } from '../support/acceptance/service';
import type { Workspace } from '../support/acceptance/workspace';

jest.setTimeout(120_000);

let account: AttachedAccount;
let emulator: Emulator;
let url: string;
let workspace: Workspace;

beforeAll(async () => {
  account = await openAttachedAccount();
  ({ emulator, url, workspace } = account);
});
beforeEach(() => emulator.reset());
afterEach(() => workspace.forget());
afterAll(() => account?.close());

/** Terraform’s output without frames and line breaks. */
const words = (text: string): string => text.replace(/[\s│╷╵]+/g, ' ');

describe('the schema that terraform reads', () => {
  interface Attribute {
    readonly description?: string;
    readonly nested_type?: { readonly attributes: Readonly<Record<string, Attribute>> };
  }
  type Attributes = Readonly<Record<string, Attribute>>;

  const golden = join(__dirname, '../fixtures/provider-schema.txt');
  let schema: Record<string, unknown>;

  beforeAll(async () => {
    await workspace.configure({});
    const { provider_schemas: schemas } = JSON.parse(await workspace.ok('providers', 'schema', '-json')) as {
      provider_schemas: Record<string, Record<string, unknown>>;
    };
    schema = schemas['terraform.local/netingress/netingress'] ?? {};
  });

  test('is the one in test/fixtures/provider-schema.txt', () => {
    const found = formatSchemaLines(schema);
    // Every change of what users can write shows in review. To accept one:
    //   UPDATE_SCHEMA=1 npx jest test/acceptance/protocol
    if (process.env['UPDATE_SCHEMA']) writeFileSync(golden, `${found.join('\n')}\n`);
    const expected = readFileSync(golden, 'utf8').trimEnd().split('\n');
    // Newer versions of Terraform print more sections: lists, identities and actions.
    const sections = new Set(expected.map(getSection));
    expect(found.filter((line) => sections.has(getSection(line)))).toEqual(expected);
  });

  test('describes every attribute with more than its name', () => {
    const bare: string[] = [];
    const look = (attributes: Attributes, path: string): void => {
      for (const [name, { description = '', nested_type: nested }] of Object.entries(attributes)) {
        const here = `${path}.${name}`;
        if (isBare(name, description)) bare.push(`${here}: '${description}'`);
        if (nested) look(nested.attributes, here);
      }
    };
    for (const part of ['resource_schemas', 'data_source_schemas', 'ephemeral_resource_schemas'] as const) {
      for (const [type, { block }] of Object.entries(
        schema[part] as Record<string, { block: { attributes: Attributes } }>,
      ))
        look(block.attributes ?? {}, `${part}.${type}`);
    }
    look((schema['provider'] as { block: { attributes: Attributes } }).block.attributes, 'provider');
    expect(bare).toEqual([]);
  });

  /** Whether a description says nothing that the name does not. */
  function isBare(name: string, description: string): boolean {
    const said = description
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((word) => word !== '' && !['the', 'a', 'an', 'of'].includes(word));
    const known = name.split('_');
    return said.every((word) => known.includes(word));
  }
});

describe('an ephemeral key', () => {
  const destination = (reference: string): JsonObject => ({
    format: 'JSON',
    target: {
      log_group: {
        log_group_rn: 'rn:log',
        auth: { creds: { cloud_access_key_id: 'AK', cloud_secret_access_key_wo: reference } },
      },
    },
  });
  const ephemeral = { netingress_api_key: { run: { description: 'for one run' } } };
  const keyRequests = (): string[] =>
    emulator
      .requests()
      .filter(({ path }) => path.startsWith('/api_keys'))
      .map(({ method, status }) => `${method} ${status}`);

  test('is created and deleted in each walk, sets write-only attributes, and is not stored', async () => {
    await workspace.configure(
      { netingress_event_destination: { log: destination(`\${ephemeral.netingress_api_key.run.token}`) } },
      { ephemeral },
    );
    await workspace.apply();
    expect(keyRequests()).toEqual(['POST 201', 'DELETE 204', 'POST 201', 'DELETE 204']);
    expect(emulator.objects('api_key')).toEqual([]);
    const state = readFileSync(join(workspace.folder, 'terraform.tfstate'), 'utf8');
    expect(state).not.toMatch(/ak_|for one run/);
    expect(emulator.objects('event_destination')).toHaveLength(1);
    expect(await workspace.changes()).toEqual({});
  });

  test('is also deleted after a failed apply', async () => {
    await serviceAt(url).request('POST', getKind('agent_ingress').path, { domain: 'edge.example.com' });
    await workspace.configure({ netingress_agent_ingress: { edge: { domain: 'edge.example.com' } } }, { ephemeral });
    const { status } = await workspace.terraform('apply', '-auto-approve', '-no-color');
    expect(status).toBe(1);
    expect(keyRequests().filter((each) => each.startsWith('POST')).length).toBe(2);
    expect(emulator.objects('api_key')).toEqual([]);
  });

  test('cannot be stored: Terraform rejects its token in an ordinary attribute', async () => {
    await workspace.configure(
      { netingress_ip_policy: { edge: { description: `\${ephemeral.netingress_api_key.run.token}` } } },
      { ephemeral },
    );
    const { status, stderr } = await workspace.terraform('plan', '-no-color');
    expect(status).toBe(1);
    expect(words(stderr)).toContain('Ephemeral values are not valid');
  });
});
