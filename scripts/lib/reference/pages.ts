/**
 * Renders the pages of the reference that the model describes: resources, data sources, functions, events and the
 * provider.
 */

import { CERTIFICATE_WAITS, COMPOSITES, type Composite, rotation } from '../../../src/model/composites';
import {
  boundEndpoints,
  type DataSource,
  eventTypes,
  listDataSource,
  objectDataSource,
} from '../../../src/model/data-sources';
import { EVENTS } from '../../../src/model/events/event-catalog';
import { AUDIT_ACTIONS, auditEventType, isAudited } from '../../../src/model/events/event-types';
import type { EventField } from '../../../src/model/events/field-types';
import { type Attribute, type Kind, listIdPrefixes } from '../../../src/model/kind';
import { getKind, KINDS, READ_ONLY_KINDS } from '../../../src/model/kinds';
import { camelCase, pascalCase } from '../../../src/model/naming';
import { attributeAt, findNaturalKey, isKeptAsDigest } from '../../../src/model/natural-key';
import { PROFILES } from '../../../src/model/profiles';
import { PROVIDER_ATTRIBUTES } from '../../../src/model/provider-config';
import { isCreatedFirst } from '../../../src/model/replacement-order';
import { isInput } from '../../../src/model/request';
import { expandAttributes } from '../../../src/model/variants/expand-attributes';
import { canBeEphemeral } from '../../../src/provider/ephemeral';
import { PROVIDER_FUNCTIONS } from '../../../src/provider/functions';
import { createListResource } from '../../../src/provider/list';
import { PROVIDER_ADDRESS } from '../../../src/terraform/mirror';
import type { CtyType } from '../../../src/values/cty-type';
import { compositeDependencies, compositeResources } from '../../../test/support/acceptance/all-kinds';
import { profileBadge as formatBadge } from '../constructs-docs';
import { argumentTable, computedTable, typeText } from './attributes';
import {
  type ExampleBlock,
  hclExample,
  kindExample,
  sampleConfig,
  shown,
  tsExample,
  withDependencies,
} from './example';
import { code, fence, page, table } from './markdown';

export interface Page {
  readonly file: string;
  readonly title: string;
  /** One sentence for the index. */
  readonly about: string;
  readonly text: string;
  /** The same content as documents of a registry. */
  readonly documents: readonly RegistryDocument[];
}

/** One document of a registry of providers, without its front matter. */
export interface RegistryDocument {
  readonly folder:
    | 'resources'
    | 'data-sources'
    | 'ephemeral-resources'
    | 'list-resources'
    | 'functions'
    | 'actions'
    | '';
  /** Name of the type without the prefix of the provider. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly parts: readonly string[];
}

const SAMPLE_ID = '3MP1dWp21ygmqzspWJTRd5B6460';

function kindPage(kind: Kind): Page {
  const type = `netingress_${kind.name}`;
  const attributes = expandAttributes(kind.attributes);
  const resource = [
    ...profileBadge(kind),
    kind.doc,
    factsOf(kind),
    '## Example',
    examples(kindExample(kind)),
    '## Arguments',
    argumentTable(attributes),
    '## Attributes',
    computedTable(attributes),
    ...importSection(kind),
  ];
  const ephemeral = canBeEphemeral(kind) ? ephemeralParts(kind) : [];
  const list = listParts(kind);
  const sources = [objectDataSource(kind), listDataSource(kind)].map((source) => dataDocument(source, kind));
  const own = kind.name === 'kubernetes_operator' ? [dataDocument(boundEndpoints)] : [];
  const about = firstSentence(kind.doc);
  const document = { name: kind.name, title: type, about };
  return {
    file: `${kind.name}.md`,
    title: type,
    about,
    text: page(
      `# ${type}`,
      ...resource,
      ...section('Ephemeral resource', ephemeral),
      ...[...sources, ...own].flatMap((source) => section(`Data source ${source.title}`, source.parts)),
      ...section('List resource', list),
    ),
    documents: [
      { ...document, folder: 'resources', parts: resource },
      ...(ephemeral.length === 0 ? [] : [{ ...document, folder: 'ephemeral-resources' as const, parts: ephemeral }]),
      { ...document, folder: 'list-resources', parts: list },
      ...sources.map((source) => ({ ...source, parts: [...profileBadge(kind), ...source.parts, seeResource(kind)] })),
      ...own,
    ],
  };
}

function section(heading: string, parts: readonly string[]): string[] {
  return parts.length === 0 ? [] : [`## ${heading}`, ...parts];
}

function seeResource(kind: Kind): string {
  return `[netingress_${kind.name}](${kind.name}.md) describes the arguments and attributes of the resource.`;
}

function readOnlyKindPage(kind: Kind): Page {
  const personal = kind.personalData ? ['The results are personal data, so Terraform treats them as sensitive.'] : [];
  const attributes = ['## Attributes', computedTable(kind.attributes)];
  const sources = [objectDataSource(kind), listDataSource(kind)].map((source) => dataDocument(source, kind));
  const head = [...profileBadge(kind), `${kind.doc} Data sources only.`, ...personal];
  return {
    file: `${kind.name}.md`,
    title: `netingress_${kind.name}`,
    about: firstSentence(kind.doc),
    text: page(
      `# netingress_${kind.name}`,
      ...head,
      ...attributes,
      ...sources.flatMap((source) => section(`Data source ${source.title}`, source.parts)),
    ),
    documents: sources.map((source) => ({ ...source, parts: [...head, ...source.parts, ...attributes] })),
  };
}

/** A kind of every profile has no badge. */
function profileBadge({ profiles }: Kind): string[] {
  return profiles ? [`> **${formatBadge(profiles)}.** Other services do not have this type.`] : [];
}

const ORDER =
  'Others can name this object, or the one that it belongs to, so a new one is to exist before the earlier one is destroyed: ' +
  'HCL needs the `lifecycle` block, and the construct sets it ([guide](../guides/moves.md#what-terraform-deletes-first)).';

function examples(blocks: readonly ExampleBlock[]): string {
  const { type, block } = blocks.at(-1) as ExampleBlock;
  const order = block === 'resource' && isCreatedFirst(type) ? `\n\n${ORDER}` : '';
  return `${fence('hcl', hclExample(blocks))}\n\n${fence('ts', tsExample(blocks))}${order}`;
}

/** A pattern may be the better choice. */
function constructFact(name: string): string {
  return `- Construct: ${code(pascalCase(name))}; [which construct to take](../guides/which-construct.md)`;
}

function factsOf(kind: Kind): string {
  const key = kind.naturalKey;
  const keyText = key
    ? `${key.attributes.map(code).join(' and ')}${key.unique ? '' : '; the service allows duplicates'}`
    : 'none; objects are identified by their identifier only';
  const rules = [
    ...(kind.conflicts ?? []).map(({ attributes }) => `At most one of ${attributes.map(code).join(' and ')} is set.`),
    ...(kind.requires ?? []).map(
      ({ attribute, requires, element, elementRequiresAttribute: mutual }) =>
        `${code(attribute)} requires ${code(element)} in ${code(requires)}${mutual ? ', and cannot be removed before it' : ''}.`,
    ),
  ];
  return [
    constructFact(kind.name),
    `- Collection of the management API: ${code(kind.path)}; identifiers begin with ${listIdPrefixes(kind)
      .map((prefix) => code(`${prefix}_`))
      .join(' or ')}`,
    `- Natural key: ${keyText}`,
    `- Audit events: ${isAudited(kind.name) ? AUDIT_ACTIONS.map((action) => code(auditEventType(kind.name, action))).join(', ') : 'none'}`,
    ...rules.map((rule) => `- ${rule}`),
  ].join('\n');
}

function importSection(kind: Kind): string[] {
  const command = (what: string): string => `terraform import netingress_${kind.name}.example ${what}`;
  const key = sampleKey(kind);
  const parts = kind.naturalKey?.attributes.map((path) => keyPart(attributeAt(kind.attributes, path), path)).join('/');
  const byKey = parts
    ? ` or natural key, ${code(parts)}${kind.naturalKey?.unique ? '' : '; it is an error if no object or several objects match'}`
    : '';
  return [
    '## Import',
    `By identifier${byKey}. In TypeScript: \`importFrom\` of the construct${key ? ' with either' : ''}, or \`${pascalCase(kind.name)}.generateConfigForImport\`.`,
    fence('sh', [command(`${kind.idPrefix}_${SAMPLE_ID}`), ...(key ? [command(key)] : [])].join('\n')),
  ];
}

function keyPart(attribute: Attribute, path: string): string {
  return isKeptAsDigest(attribute) ? `SHA-256 of ${path}` : path;
}

/** A natural key as an argument of a shell. None if a part of it is a digest, of which an example tells nothing. */
function sampleKey(kind: Kind): string | undefined {
  const values = shown(kind.attributes, sampleConfig(kind));
  const known = JSON.parse(
    JSON.stringify(values).replace(
      /\$\{netingress_(\w+)\.\w+\.id\}/g,
      (_, name: string) => `${getKind(name).idPrefix}_${SAMPLE_ID}`,
    ),
  );
  const hasDigest = kind.naturalKey?.attributes.some((path) => isKeptAsDigest(attributeAt(kind.attributes, path)));
  const key = hasDigest ? undefined : findNaturalKey(kind, known);
  return key && /[\s*]/.test(key) ? `'${key}'` : key;
}

function ephemeralParts(kind: Kind): string[] {
  const attributes = kind.attributes;
  const block: ExampleBlock = {
    block: 'ephemeral',
    type: kind.name,
    name: 'run',
    className: `Ephemeral${pascalCase(kind.name)}`,
    attributes,
    values: shown(attributes, sampleConfig(kind)),
  };
  return [
    `Terraform creates an ephemeral resource when a plan or an apply first uses it, and deletes it at the end of that plan or apply; \`terraform apply\` without a plan file creates one for its plan and another one for its apply. It is never stored in plan or state. If Terraform is killed, the object remains at the service. Arguments and attributes are those of the resource. Construct: ${code(block.className)}. Requires Terraform 1.10 or OpenTofu 1.11.`,
    examples([block]),
  ];
}

function listParts(kind: Kind): string[] {
  const { description, attributes } = createListResource(kind).schema;
  const filter = attributes.find(({ name }) => name === 'filter');
  const value = JSON.stringify(listDataSource(kind).attributes['filter']?.examples?.[0] ?? 'obj.description == "edge"');
  const config = filter ? `\n\n  config {\n    filter = ${value}\n  }` : '';
  return [
    `${description} For \`terraform query\` of Terraform 1.14 and newer; see the [guide](../guides/query.md).`,
    fence('hcl needs 1.14', `list "netingress_${kind.name}" "all" {\n  provider = netingress${config}\n}`),
    filter
      ? table(
          ['Argument', 'Type', 'Presence', 'Description'],
          [['`filter`', '`string`', 'optional', filter.description ?? '']],
        )
      : 'The service has no filter for this type.',
  ];
}

function dataDocument(source: DataSource, kind?: Kind): RegistryDocument {
  const className = `DataNetingress${pascalCase(source.name)}`;
  const values = dataValues(source, kind);
  const block: ExampleBlock = {
    block: 'data',
    type: source.name,
    name: 'found',
    className,
    attributes: source.attributes,
    values,
  };
  // The page of a kind has a table of its attributes.
  const results = kind ? '' : computedTable(source.attributes);
  return {
    folder: 'data-sources',
    name: source.name,
    title: `netingress_${source.name}`,
    about: firstSentence(source.doc),
    parts: [
      `${source.doc} Construct: ${code(className)}.`,
      examples([block]),
      argumentTable(inputsOf(source), 'read'),
      results === '' ? resultNote(source, kind) : results,
    ].filter((part) => part !== ''),
  };
}

function resultNote(source: DataSource, kind: Kind | undefined): string {
  if (!kind) return '';
  const notReadable = Object.entries(kind.attributes).flatMap(([name, { omittedFromResponses }]) =>
    omittedFromResponses ? [code(name)] : [],
  );
  const without = notReadable.length > 0 ? ` without ${notReadable.join(', ')}` : '';
  const results = READ_ONLY_KINDS.includes(kind)
    ? 'the attributes of this type'
    : `the arguments and attributes of the resource${without}`;
  return source.name === kind.name
    ? `Returns ${results}.`
    : `Returns ${code(kind.plural)}: a list of objects, newest first, with ${results}.`;
}

function inputsOf(source: DataSource): DataSource['attributes'] {
  return Object.fromEntries(Object.entries(source.attributes).filter(([, attribute]) => isInput(attribute)));
}

function dataValues(source: DataSource, kind: Kind | undefined): ExampleBlock['values'] {
  if (!kind) return source === boundEndpoints ? { kubernetes_operator_id: `k8sop_${SAMPLE_ID}` } : {};
  if (source.name === kind.name) return { id: `${kind.idPrefix}_${SAMPLE_ID}` };
  return { filter: source.attributes['filter']?.examples?.[0] ?? 'obj.description == "edge"' };
}

function compositePage(composite: Composite): Page {
  const type = `netingress_${composite.name}`;
  const attributes = expandAttributes(composite.attributes);
  const sample = compositeResources(0, 'managed', 'example')[type]?.['example'] ?? {};
  const around = compositeDependencies();
  const block: ExampleBlock = {
    block: 'resource',
    type: composite.name,
    name: 'example',
    className: pascalCase(composite.name),
    attributes,
    values: { ...sample },
  };
  const wait = CERTIFICATE_WAITS.find(({ name }) => name === composite.name);
  const imported = wait
    ? `By the identifier of the ${wait.kind.title}, after its certificate was issued.`
    : 'By the identifier of the IP policy. The set contains all its rules.';
  return resourcePage(composite.name, composite.doc, [
    composite.doc,
    constructFact(composite.name),
    '## Example',
    examples(withDependencies(block, around)),
    '## Arguments',
    argumentTable(attributes),
    '## Attributes',
    computedTable(attributes),
    '## Import',
    imported,
    fence('sh', `terraform import ${type}.example ${(wait?.kind ?? getKind('ip_policy')).idPrefix}_${SAMPLE_ID}`),
  ]);
}

function rotationPage(): Page {
  const { name, doc, attributes } = rotation;
  const block: ExampleBlock = {
    block: 'resource',
    type: name,
    name: 'example',
    className: pascalCase(name),
    attributes,
    values: { rotation: '2026-11' },
  };
  return resourcePage(name, doc, [
    doc,
    constructFact(name),
    '## Example',
    examples([block]),
    '## Arguments',
    argumentTable(attributes),
    '## Attributes',
    computedTable(attributes),
    '## Import',
    'Not possible: a rotation has no object at the service.',
  ]);
}

function resourcePage(name: string, doc: string, parts: readonly string[]): Page {
  const title = `netingress_${name}`;
  const about = firstSentence(doc);
  return {
    file: `${name}.md`,
    title,
    about,
    text: page(`# ${title}`, ...parts),
    documents: [{ folder: 'resources', name, title, about, parts }],
  };
}

export function resourcePages(): Page[] {
  return [
    ...KINDS.map(kindPage),
    ...READ_ONLY_KINDS.map(readOnlyKindPage),
    ...COMPOSITES.map(compositePage),
    rotationPage(),
  ];
}

export function providerPage(): Page {
  const rows = Object.entries(PROVIDER_ATTRIBUTES).map(
    ([name, attribute]: [string, Attribute & { readonly env: string }]) => [
      code(name),
      code(camelCase(name)),
      code(typeText(attribute)),
      code(attribute.env),
      attribute.default === undefined ? '' : code(String(attribute.default)),
      `${attribute.doc}${attribute.sensitive ? ' Sensitive.' : ''}`,
    ],
  );
  const profiles = Object.values(PROFILES).map(({ name, baseUrl, headers, errorPrefix, requestsPerMinute }) => [
    code(name),
    baseUrl ? code(baseUrl) : 'none: `base_url` is required',
    Object.entries(headers)
      .map(([header, value]) => code(`${header}: ${value}`))
      .join(', ') || 'none',
    code(`${errorPrefix}…`),
    requestsPerMinute === undefined ? 'none' : String(requestsPerMinute),
  ]);
  const about = 'Configures the address of the service, authentication and requests.';
  const parts = [
    `${about} Unset attributes are read from environment variables. Construct: \`NetingressProvider\`, which also installs the provider and its lock entry for the stack.`,
    fence(
      'hcl',
      `terraform {\n  required_providers {\n    netingress = {\n      source  = "${PROVIDER_ADDRESS}"\n      version = "~> 0.1"\n    }\n  }\n}\n\nprovider "netingress" {\n  request_timeout = "1m"\n}`,
    ),
    fence(
      'ts',
      "import { NetingressProvider } from 'netingress';\n\nnew NetingressProvider(stack, 'netingress', { requestTimeout: '1m' });",
    ),
    '## Arguments',
    table(['Argument', 'Property', 'Type', 'Environment', 'Default', 'Description'], rows),
    '## Profiles',
    table(['Profile', 'Base URL', 'Headers', 'Error codes', 'Requests in any 60 s'], profiles),
  ];
  return {
    file: 'provider.md',
    title: 'The provider',
    about,
    text: page('# The provider', ...parts),
    documents: [{ folder: '', name: 'index', title: 'netingress', about, parts }],
  };
}

const CALLS: Readonly<Record<string, string>> = {
  cidr_canonical: 'cidr_canonical("2001:DB8:0::/32")',
  cidr_contains: 'cidr_contains("203.0.113.0/24", "203.0.113.7")',
  policy_allows: 'policy_allows({ "203.0.113.0/24" = "allow" }, "203.0.113.7")',
  event_fields: 'event_fields("http_request_complete.v0", "ngrok")',
};

export function functionsPage(): Page {
  const about = 'Pure functions of the provider, which do not call the service.';
  const sections = PROVIDER_FUNCTIONS.map(({ name, schema }) => {
    const { summary, description, parameters, variadicParameter, returns } = schema;
    const call = CALLS[name];
    if (call === undefined)
      throw new Error(`Missing example of the function ${name} in scripts/lib/reference/pages.ts`);
    const parts = [
      `${summary}. ${description}`,
      table(
        ['Parameter', 'Type', 'Description'],
        [...parameters, ...(variadicParameter ? [variadicParameter] : [])].map((each) => [
          code(each.name),
          code(typeExpression(each.type)),
          each.description,
        ]),
      ),
      `Returns ${code(typeExpression(returns))}.`,
      fence('hcl', `output "result" {\n  value = provider::netingress::${call}\n}`),
    ];
    return { folder: 'functions' as const, name, title: name, about: `${summary}.`, parts };
  });
  const inTypeScript = `import { TerraformOutput } from 'cdktf';\n\nnew TerraformOutput(stack, 'admitted', {\n  value: '\${provider::netingress::${CALLS['cidr_contains']}}',\n});`;
  return {
    file: 'functions.md',
    title: 'Functions',
    about,
    text: page(
      '# Functions',
      `${about} They require Terraform 1.8 or OpenTofu 1.7. In HCL, call them as \`provider::netingress::<name>\`; in TypeScript, write the call as an expression:`,
      fence('ts', inTypeScript),
      ...sections.flatMap(({ title, parts }) => section(title, parts)),
    ),
    documents: sections,
  };
}

function typeExpression(type: CtyType): string {
  if (typeof type === 'string') return type;
  const [kind, of] = type;
  return `${kind}(${typeof of === 'string' ? of : 'object'})`;
}

export function eventsPage(): Page {
  const about = `The ${EVENTS.length} event types that a subscription can capture, with their fields.`;
  const source = dataDocument(eventTypes);
  const traffic = EVENTS.filter((event) => event.class === 'traffic');
  const audit = EVENTS.filter((event) => event.class === 'audit');
  const bySubject = new Map<string, typeof audit>();
  for (const event of audit) bySubject.set(event.subject ?? '', [...(bySubject.get(event.subject ?? '') ?? []), event]);
  return {
    file: 'event_types.md',
    title: 'netingress_event_types',
    about,
    text: page(
      '# Event types',
      `${about} The [guide to events](../guides/events.md) shows how to read delivered events.`,
      '## Traffic',
      ...traffic.map(({ type, doc, fields }) =>
        [
          `### ${type}`,
          `Emitted when ${doc}. A source may select fields, and filter by the marked ones.`,
          table(
            ['Field', 'Type', 'Filter'],
            fields.map((field) => [withProfile(field), code(field.type), field.filterable ? 'yes' : '']),
          ),
        ].join('\n\n'),
      ),
      '## Audit',
      table(
        ['Types', 'Fields'],
        [...bySubject.values()].map((events) => [
          `${events.map(({ type }) => code(type)).join(', ')}${events[0]?.profiles ? ` (${formatBadge(events[0].profiles).toLowerCase()})` : ''}`,
          (events[0]?.fields ?? []).map(withProfile).join(', '),
        ]),
      ),
      ...section(`Data source ${source.title}`, source.parts),
    ),
    documents: [source],
  };
}

function withProfile({ name, profiles }: EventField): string {
  return profiles ? `${code(name)} (${formatBadge(profiles).toLowerCase()})` : code(name);
}

/** The text up to the first period or colon, with a period: `A key: a secret.` -> `A key.` */
function firstSentence(doc: string): string {
  return doc.split(/(?<=[.:]) /)[0]?.replace(/:$/, '.') ?? doc;
}
