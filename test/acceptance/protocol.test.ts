/** Parts of the protocol that the matrix does not test, with the real terraform binary: the schema as a whole, and ephemeral resources. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Emulator } from '../../src/emulator';
import { getKind, KINDS, READ_ONLY_KINDS } from '../../src/model/kinds';
import type { JsonObject } from '../../src/values/json';
import { type AttachedAccount, openAttachedAccount } from '../support/acceptance/provider-in-process';
import { serviceAt } from '../support/acceptance/service';
import type { Workspace } from '../support/acceptance/workspace';

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

  test('describes every attribute by at least one word that is not in its name', () => {
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

  /** Whether all words of a description are in the name: `client_id`, 'The id of the client' -> true. */
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

  test('is created and deleted for the plan and again for the apply, sets a write-only attribute, and is not stored', async () => {
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
});

/**
 * The output of `terraform providers schema -json` for one provider as text, one line for each schema, attribute, function
 * and parameter, so that a diff shows what changed. Only deprecation messages are left out: Terraform 1.11 prints none.
 *
 * `resource netingress_ip_policy.description: string optional "Who may reach it"`
 *
 * A line has a path, the type, the names of all members that are true, all other members as `name=JSON`, and the description.
 * Attributes that another schema has in the same words get no lines of their own; one line names them all:
 *
 * `resource netingress_api_key has of resource netingress_ip_policy: created_at id metadata uri`
 */
type Members = Readonly<Record<string, unknown>>;
type Attributes = Readonly<Record<string, Members>>;
type Schemas = Readonly<Record<string, { readonly block: { readonly attributes?: Attributes } } | undefined>>;

/** The attributes of the schema `of`, which a line refers to. */
interface Told {
  readonly of: string;
  readonly attributes: Attributes;
}

/** Returns lines such as `resource netingress_ip_policy: version=0 "…"`; the first word names the section. */
function formatSchemaLines(schema: Members): string[] {
  return Object.entries(schema).flatMap(([key, value]) => {
    const section = key.replace(/_schemas$|s$/, '');
    if (key === 'provider') return formatSchema(section, value as Members);
    return Object.entries(value as Record<string, Members>).flatMap(([name, each]) => {
      const path = `${section} ${name}`;
      return section === 'function' ? formatFunction(path, each) : formatSchema(path, each, findTold(path, schema));
    });
  });
}

/**
 * The schema that a schema is compared with: a list with the data source of its kind, another data source with the resource
 * of its kind, and everything else with `netingress_ip_policy`, which has the attributes that most resources have.
 * Undefined for that one itself.
 */
function findTold(path: string, schema: Members): Told | undefined {
  const [section = '', name = ''] = path.split(' ');
  const { resource_schemas: resources, data_source_schemas: dataSources } = schema as Record<string, Schemas>;
  const listed = [...KINDS, ...READ_ONLY_KINDS].find(({ plural }) => `netingress_${plural}` === name);
  if (section === 'data_source' && listed) {
    const of = `netingress_${listed.name}`;
    const attributes = readOnly(dataSources?.[of]?.block.attributes ?? {});
    return { of: `data_source ${of}`, attributes: { [listed.plural]: { nested_type: { attributes } } } };
  }
  const of = section !== 'resource' && resources?.[name] ? name : 'netingress_ip_policy';
  const attributes = resources?.[of]?.block.attributes ?? {};
  if (`resource ${of}` === path) return undefined;
  return { of: `resource ${of}`, attributes: section === 'data_source' ? readOnly(attributes) : attributes };
}

/** The attributes as a data source has them: computed, and neither required nor optional. */
function readOnly(attributes: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, { required: _, optional: __, nested_type: nested, ...attribute }]) => {
      const inner = nested as { readonly attributes: Attributes } | undefined;
      const type = inner && { nested_type: { ...inner, attributes: readOnly(inner.attributes) } };
      return [name, { ...attribute, computed: true, ...type }];
    }),
  );
}

/** Returns the first word of a line: `resource` of `resource netingress_ip_policy.id: …`. */
function getSection(line: string): string {
  return (/^\w+/.exec(line) as RegExpExecArray)[0];
}

/** Formats a schema, whose attributes are in its `block`, or an identity, which has its attributes without a block. */
function formatSchema(path: string, { block, attributes, ...members }: Members, told?: Told): string[] {
  const { attributes: ofBlock, ...ofHead } = (block ?? {}) as Members;
  const all = { ...(attributes as Attributes), ...(ofBlock as Attributes) };
  return [formatLine(path, { ...members, ...ofHead }), ...formatAttributes(path, all, told)];
}

function formatAttributes(path: string, attributes: Attributes, told?: Told): string[] {
  const names = Object.keys(attributes).filter((name) => isDeepStrictEqual(attributes[name], told?.attributes[name]));
  const lines = Object.entries(attributes).flatMap(([name, { nested_type: nested, ...members }]) => {
    const own = `${path}.${name}`;
    if (names.includes(name)) return [];
    if (nested === undefined) return [formatLine(own, members)];
    const { attributes: inner, nesting_mode, ...more } = nested as Members;
    const rest = Object.keys(more).length > 0 ? { nested_type: more } : {};
    const same = (told?.attributes[name]?.['nested_type'] as Members | undefined)?.['attributes'];
    return [
      formatLine(own, { ...members, ...rest }, `nested ${String(nesting_mode)}`),
      ...formatAttributes(own, inner as Attributes, told && { ...told, attributes: (same ?? {}) as Attributes }),
    ];
  });
  return names.length === 0 ? lines : [...lines, `${path} has of ${told?.of}: ${names.join(' ')}`];
}

/** Formats a function and its parameters: `function cidr_contains parameter 1: string …`, where 1 is the position. */
function formatFunction(path: string, { return_type, parameters, variadic_parameter, ...members }: Members): string[] {
  const positional = (parameters ?? []) as Members[];
  return [
    formatLine(path, members, formatType(return_type)),
    ...positional.map((each, index) => formatLine(`${path} parameter ${index + 1}`, each)),
    ...(variadic_parameter ? [formatLine(`${path} variadic parameter`, variadic_parameter as Members)] : []),
  ];
}

function formatLine(path: string, members: Members, type?: string): string {
  const { type: own, description, description_kind: kind, deprecation_message: _, ...rest } = members;
  const flags = Object.entries(rest).filter(([, value]) => value === true);
  const others = Object.entries(rest).filter(([, value]) => value !== true);
  // Functions have no kind of description. All other descriptions of this provider are Markdown.
  if (kind !== undefined && kind !== 'markdown') others.push(['description_kind', kind]);
  const words = [
    ...(type === undefined ? [] : [type]),
    ...(own === undefined ? [] : [formatType(own)]),
    ...flags.map(([name]) => name),
    ...others.map(([name, value]) => `${name}=${JSON.stringify(value)}`),
    ...(description === undefined ? [] : [JSON.stringify(description)]),
  ];
  return `${path}: ${words.join(' ')}`;
}

/** `"string"` -> `string`, `["set", "string"]` -> `set(string)`; other types stay JSON. */
function formatType(type: unknown): string {
  if (typeof type === 'string') return type;
  if (Array.isArray(type) && type.length === 2 && ['list', 'set', 'map'].includes(type[0] as string))
    return `${String(type[0])}(${formatType(type[1])})`;
  return JSON.stringify(type);
}
