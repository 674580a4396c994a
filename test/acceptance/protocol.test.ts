/** With the real terraform binary: the schema as a whole, and an ephemeral key. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { KINDS, READ_ONLY_KINDS } from '../../src/model/kinds';
import { useAttachedAccount } from '../support/acceptance/provider-in-process';
import { failureOf } from '../support/acceptance/workspace';
import { createObject } from '../support/emulator/create-object';
import { expression } from '../support/expression';

const account = useAttachedAccount();

test('the schema that terraform reads is the one in test/fixtures/provider-schema.txt', async () => {
  const golden = join(__dirname, '../fixtures/provider-schema.txt');
  const { provider_schemas: schemas } = JSON.parse(await account.workspace.ok('providers', 'schema', '-json')) as {
    readonly provider_schemas: Readonly<Record<string, Members>>;
  };
  const found = formatSchemaLines(schemas['terraform.local/netingress/netingress'] ?? {});
  // Every change of what users can write shows in review. To accept one:
  //   UPDATE_SCHEMA=1 npx jest test/acceptance/protocol
  if (process.env['UPDATE_SCHEMA']) writeFileSync(golden, `${found.join('\n')}\n`);
  const expected = readFileSync(golden, 'utf8').trimEnd().split('\n');
  // Newer versions of Terraform print more sections: lists, identities and actions.
  const sections = new Set(expected.map(getSection));
  expect(found.filter((line) => sections.has(getSection(line)))).toEqual(expected);
});

test('an ephemeral key is created and deleted for the plan and again for an apply that fails, a write-only attribute can be set to it, and it is in no state', async () => {
  const { emulator, workspace } = account;
  const creds = {
    cloud_access_key_id: 'AK',
    cloud_secret_access_key_wo: expression('ephemeral.netingress_api_key.run.token'),
  };
  await createObject(emulator, '/agent_ingresses', { domain: 'edge.example.com' });
  await workspace.configure(
    {
      netingress_event_destination: {
        log: { format: 'JSON', target: { log_group: { log_group_rn: 'rn:log', auth: { creds } } } },
      },
      netingress_agent_ingress: { edge: { domain: 'edge.example.com' } },
    },
    { ephemeral: { netingress_api_key: { run: { description: 'for one run' } } } },
  );
  expect(await failureOf(workspace, 'apply', '-no-color', '-auto-approve')).toContain('Cannot create agent ingress');
  const requests = emulator.requests().filter(({ path }) => path.startsWith('/api_keys'));
  const [created, deleted] = ['POST 201', 'DELETE 204'];
  expect(requests.map(({ method, status }) => `${method} ${status}`)).toEqual([created, deleted, created, deleted]);
  expect(['api_key', 'event_destination'].map((kind) => emulator.objects(kind).length)).toEqual([0, 1]);
  // A token begins with the id of its key, without the prefix.
  const ids = requests.flatMap(({ path }) => /ak_(\w+)$/.exec(path)?.[1] ?? []);
  expect(ids).toHaveLength(2);
  const state = readFileSync(join(workspace.folder, 'terraform.tfstate'), 'utf8');
  for (const text of [...ids, 'for one run']) expect(state).not.toContain(text);
});

type Members = Readonly<Record<string, unknown>>;
type Attributes = Readonly<Record<string, Members>>;
type Schemas = Readonly<Record<string, { readonly block: { readonly attributes?: Attributes } } | undefined>>;

/** The attributes of the schema `of`, which a line refers to. */
interface Told {
  readonly of: string;
  readonly attributes: Attributes;
}

/**
 * The output of `terraform providers schema -json` for one provider as text, one line for each schema, attribute, function
 * and parameter, so that a diff shows what changed. Left out are deprecation messages, which Terraform 1.11 does not print,
 * and the kind of a description if it is Markdown.
 *
 * `resource netingress_ip_policy.description: string optional "Who may reach it"`
 *
 * A line has a path, the type, the names of all members that are true, all other members as `name=JSON`, and the
 * description. The first word names the section. Attributes that another schema has in the same words get no lines of
 * their own; one line names them all:
 *
 * `resource netingress_api_key has of resource netingress_ip_policy: created_at id metadata uri`
 */
function formatSchemaLines(schema: Members): string[] {
  return Object.entries(schema).flatMap(([key, value]) => {
    // `resource_schemas` -> `resource`, `functions` -> `function`.
    const section = key.replace(/_schemas$|s$/, '');
    if (key === 'provider') return formatSchema(section, value as Members);
    return Object.entries(value as Record<string, Members>).flatMap(([name, each]) => {
      const path = `${section} ${name}`;
      return section === 'function' ? formatFunction(path, each) : formatSchema(path, each, findTold(path, schema));
    });
  });
}

/**
 * The schema that a schema is compared with: the data source of a list with that of one object; what else is no resource
 * with the resource of its name; resources, and what has no resource of its name, with `netingress_ip_policy`, which has the
 * attributes that most resources have. Undefined for that one itself.
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

/** The attributes as most data sources have them: computed, and neither required nor optional. */
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
