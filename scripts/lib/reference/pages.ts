/** The pages of the reference about what the model describes: resources with their data sources, functions, the provider. */
import { camelCase, pascalCase } from '../../../src/constructs/naming';
import { CERTIFICATE_WAITS, COMPOSITES, type Composite } from '../../../src/model/composites';
import {
  boundEndpoints,
  type DataSource,
  eventTypes,
  listDataSource,
  objectDataSource,
} from '../../../src/model/data-sources';
import { EVENTS } from '../../../src/model/events/event-catalog';
import type { Attribute, Kind } from '../../../src/model/kind';
import { getKind, KINDS } from '../../../src/model/kinds';
import { attributeAt, naturalKeyOf } from '../../../src/model/natural-key';
import { PROFILES } from '../../../src/model/profiles';
import { PROVIDER_ATTRIBUTES } from '../../../src/model/provider-config';
import { isInput } from '../../../src/model/request';
import { expandWriteOnly } from '../../../src/model/write-only-attributes';
import { isEphemeralKind } from '../../../src/provider/ephemeral';
import { FUNCTIONS } from '../../../src/provider/functions';
import { PROVIDER_ADDRESS } from '../../../src/terraform/mirror';
import type { CtyType } from '../../../src/values/cty-type';
import { specialDependencies, specialResources } from '../../../test/support/acceptance/all-kinds';
import { fullConfig } from '../../../test/support/acceptance/samples';
import { answerTable, argumentTable, typeText } from './attributes';
import { type ExampleBlock, hclExample, kindExample, shown, tsExample, withDependencies } from './example';
import { code, fence, page, table } from './markdown';

/** One page of the reference. */
export interface Page {
  /** File name. */
  readonly file: string;
  /** Title in the index. */
  readonly title: string;
  /** What it is about, in one sentence. */
  readonly about: string;
  readonly text: string;
}

const SAMPLE_ID = '3MP1dWp21ygmqzspWJTRd5B6460';

/** The page of a kind: resource, ephemeral resource, data sources. */
export function kindPage(kind: Kind): Page {
  const type = `netingress_${kind.name}`;
  const attributes = expandWriteOnly(kind.attributes);
  const own = kind.name === 'kubernetes_operator' ? [dataSection(boundEndpoints)] : [];
  return {
    file: `${kind.name}.md`,
    title: type,
    about: firstSentence(kind.doc),
    text: page(
      `# ${type}`,
      kind.doc,
      factsOf(kind),
      '## Example',
      examples(kindExample(kind)),
      '## Arguments',
      argumentTable(attributes),
      '## Attributes',
      answerTable(attributes),
      ...importSection(kind),
      ...(isEphemeralKind(kind) ? [ephemeralSection(kind)] : []),
      dataSection(objectDataSource(kind), kind),
      dataSection(listDataSource(kind), kind),
      ...own,
    ),
  };
}

function examples(blocks: readonly ExampleBlock[]): string {
  return `${fence('hcl', hclExample(blocks))}\n\n${fence('ts', tsExample(blocks))}`;
}

function factsOf(kind: Kind): string {
  const key = kind.naturalKey;
  const keyText = key
    ? `${key.attributes.map(code).join(' and ')}${key.unique ? '' : ', which the service does not keep unique'}`
    : 'none: an object is known by its identifier alone';
  const rules = [
    ...(kind.conflicts ?? []).map(({ attributes }) => `Of ${attributes.map(code).join(' and ')} at most one is set.`),
    ...(kind.requires ?? []).map(
      ({ attribute, requires, element, mutual }) =>
        `${code(attribute)} is set only where ${code(requires)} holds ${code(element)}${mutual ? ', and is needed there' : ''}.`,
    ),
  ];
  return [
    `- Construct: ${code(pascalCase(kind.name))}`,
    `- Collection of the management API: ${code(kind.path)}; identifiers begin with ${code(`${kind.idPrefix}_`)}`,
    `- Natural key: ${keyText}`,
    `- Audit events: ${kind.audited ? ['created', 'updated', 'deleted'].map((action) => code(`${kind.name}_${action}.v0`)).join(', ') : 'none'}`,
    ...rules.map((rule) => `- ${rule}`),
  ].join('\n');
}

function importSection(kind: Kind): string[] {
  const command = (what: string): string => `terraform import netingress_${kind.name}.example ${what}`;
  const key = sampleKey(kind);
  const parts = kind.naturalKey?.attributes.map((path) => keyPart(attributeAt(kind.attributes, path), path)).join('/');
  const byKey = parts
    ? ` or natural key, ${code(parts)}${kind.naturalKey?.unique ? '' : '; no object or several are an error'}`
    : '';
  return [
    '## Import',
    `By identifier${byKey}. In TypeScript: \`importFrom\` of the construct${key ? ', with either' : ''}, or \`${pascalCase(kind.name)}.generateConfigForImport\`.`,
    fence('sh', [command(`${kind.idPrefix}_${SAMPLE_ID}`), ...(key ? [command(key)] : [])].join('\n')),
  ];
}

function keyPart(attribute: Attribute, path: string): string {
  return 'equality' in attribute && attribute.equality === 'pem' ? `SHA-256 of ${path}` : path;
}

function sampleKey(kind: Kind): string | undefined {
  const values = shown(kind.attributes, fullConfig(kind, 0, { object: 0 }));
  const known = JSON.parse(JSON.stringify(values).replace(/\$\{netingress_ip_policy\.\w+\.id\}/g, `ipp_${SAMPLE_ID}`));
  const pem = kind.naturalKey?.attributes.some((path) => keyPart(attributeAt(kind.attributes, path), path) !== path);
  const key = pem ? undefined : naturalKeyOf(kind, known);
  return key && /[\s*]/.test(key) ? `'${key}'` : key;
}

function ephemeralSection(kind: Kind): string {
  const attributes = kind.attributes;
  const block: ExampleBlock = {
    block: 'ephemeral',
    type: kind.name,
    name: 'run',
    className: `Ephemeral${pascalCase(kind.name)}`,
    attributes,
    values: shown(attributes, fullConfig(kind, 0, { object: 0 })),
  };
  return [
    `## Ephemeral resource`,
    `One that lives for one run: it is created when Terraform starts to use it and deleted at the end of the run, and stands in no plan and no state. If Terraform is killed, it stays at the service. Arguments and attributes are those above. Construct: ${code(block.className)}. Needs Terraform 1.10 or OpenTofu 1.11.`,
    examples([block]),
  ].join('\n\n');
}

function dataSection(source: DataSource, kind?: Kind): string {
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
  // What is read of one object is described above; a list says it again for its elements.
  const answers = kind ? '' : answerTable(source.attributes);
  return [
    `## Data source netingress_${source.name}`,
    `${source.doc} Construct: ${code(className)}.`,
    examples([block]),
    argumentTable(inputsOf(source), 'read'),
    answers === '' ? answerNote(source, kind) : answers,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function answerNote(source: DataSource, kind: Kind | undefined): string {
  if (!kind) return '';
  const unread = Object.entries(kind.attributes).flatMap(([name, { readback }]) => (readback ? [code(name)] : []));
  const without = unread.length > 0 ? ` without ${unread.join(', ')}` : '';
  return source.name === kind.name
    ? `Answered are the arguments and attributes of the resource${without}.`
    : `Answered is ${code(kind.plural)}, a list of objects, newest first, each with the arguments and attributes of the resource${without}.`;
}

/** The ways to name one object, or a filter. */
function inputsOf(source: DataSource): DataSource['attributes'] {
  const refused = new Set(source.unsupported?.map(({ attribute }) => attribute));
  return Object.fromEntries(
    Object.entries(source.attributes).filter(([name, attribute]) => !refused.has(name) && isInput(attribute)),
  );
}

function dataValues(source: DataSource, kind: Kind | undefined): ExampleBlock['values'] {
  if (!kind) return source === boundEndpoints ? { kubernetes_operator_id: `k8sop_${SAMPLE_ID}` } : {};
  if (source.name === kind.name) return { id: `${kind.idPrefix}_${SAMPLE_ID}` };
  return source.unsupported ? {} : { filter: 'obj.description == "edge"' };
}

/** The page of a resource of our own making. */
export function compositePage(composite: Composite): Page {
  const type = `netingress_${composite.name}`;
  const attributes = expandWriteOnly(composite.attributes);
  const sample = specialResources(0, 'managed', 'example')[type]?.['example'] ?? {};
  const around = specialDependencies();
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
    ? `By the identifier of the ${wait.kind.title}, once its certificate is there.`
    : 'By the identifier of the IP policy: its rules become one set.';
  return {
    file: `${composite.name}.md`,
    title: type,
    about: firstSentence(composite.doc),
    text: page(
      `# ${type}`,
      composite.doc,
      `- Construct: ${code(pascalCase(composite.name))}`,
      '## Example',
      examples(withDependencies(block, around)),
      '## Arguments',
      argumentTable(attributes),
      '## Attributes',
      answerTable(attributes),
      '## Import',
      imported,
      fence('sh', `terraform import ${type}.example ${(wait?.kind ?? getKind('ip_policy')).idPrefix}_${SAMPLE_ID}`),
    ),
  };
}

/** All pages about resources. */
export function resourcePages(): Page[] {
  return [...KINDS.map(kindPage), ...COMPOSITES.map(compositePage)];
}

/** The page of the provider's configuration. */
export function providerPage(): Page {
  const rows = Object.entries(PROVIDER_ATTRIBUTES).map(
    ([name, attribute]: [string, Attribute & { readonly env: string }]) => [
      code(name),
      code(camelCase(name)),
      code(typeText(attribute)),
      code(attribute.env),
      attribute.default === undefined ? '' : code(String(attribute.default)),
      `${attribute.doc}${attribute.sensitive ? ' Never shown in plans and logs.' : ''}`,
    ],
  );
  const profiles = Object.values(PROFILES).map(({ name, baseUrl, headers, errorPrefix, requestsPerMinute }) => [
    code(name),
    baseUrl ? code(baseUrl) : 'none: `base_url` is needed',
    Object.entries(headers)
      .map(([header, value]) => code(`${header}: ${value}`))
      .join(', ') || 'none',
    code(`${errorPrefix}…`),
    requestsPerMinute === undefined ? 'none' : String(requestsPerMinute),
  ]);
  const about = 'Where the service is, and how to speak to it.';
  return {
    file: 'provider.md',
    title: 'The provider',
    about,
    text: page(
      '# The provider',
      `${about} Every attribute may be left out of the code: what is not set is read from the environment. Construct: \`NetingressProvider\`, which also places the provider’s executable and lock entry beside the stack.`,
      fence(
        'hcl',
        `terraform {\n  required_providers {\n    netingress = {\n      source  = "${PROVIDER_ADDRESS}"\n      version = "~> 0.1"\n    }\n  }\n}\n\nprovider "netingress" {\n  request_timeout = "1m"\n}`,
      ),
      fence(
        'ts',
        "import { NetingressProvider } from 'netingress';\n\nnew NetingressProvider(stack, 'netingress', { requestTimeout: '1m' });",
      ),
      '## Arguments',
      table(['Argument', 'Property', 'Type', 'Environment', 'Default', 'Meaning'], rows),
      '## Profiles',
      table(['Profile', 'Base URL', 'Headers', 'Error codes', 'Requests in any 60 s'], profiles),
    ),
  };
}

const CALLS: Readonly<Record<string, string>> = {
  cidr_canonical: 'cidr_canonical("2001:DB8:0::/32")',
  cidr_contains: 'cidr_contains("203.0.113.0/24", "203.0.113.7")',
  policy_allows: 'policy_allows({ "203.0.113.0/24" = "allow" }, "203.0.113.7")',
  event_fields: 'event_fields("ip_policy_created.v0")',
};

/** The page of the functions. */
export function functionsPage(): Page {
  const about = 'Functions of the provider: pure, and without a service behind them.';
  const sections = FUNCTIONS.map(({ name, schema: { summary, description, parameters, returns } }) => {
    const call = CALLS[name];
    if (call === undefined) throw new Error(`scripts/lib/reference/pages.ts has no example of the function ${name}`);
    return [
      `## ${name}`,
      `${summary}. ${description}`,
      table(
        ['Parameter', 'Type', 'Meaning'],
        parameters.map((each) => [code(each.name), code(wordsOf(each.type)), each.description]),
      ),
      `Answers ${code(wordsOf(returns))}.`,
      fence('hcl', `output "answer" {\n  value = provider::netingress::${call}\n}`),
    ].join('\n\n');
  });
  const inTypeScript = `import { TerraformOutput } from 'cdktf';\n\nnew TerraformOutput(stack, 'admitted', {\n  value: '\${provider::netingress::${CALLS['cidr_contains']}}',\n});`;
  return {
    file: 'functions.md',
    title: 'Functions',
    about,
    text: page(
      '# Functions',
      `${about} They need Terraform 1.8 or OpenTofu 1.7. In HCL they are called as \`provider::netingress::<name>\`; in TypeScript such a call is written as an expression:`,
      fence('ts', inTypeScript),
      ...sections,
    ),
  };
}

function wordsOf(type: CtyType): string {
  if (typeof type === 'string') return type;
  const [kind, of] = type;
  return `${kind}(${typeof of === 'string' ? of : 'object'})`;
}

/** The page of the event types. */
export function eventsPage(): Page {
  const about = `The ${EVENTS.length} event types that a subscription can capture, with their fields.`;
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
      `${about} The [guide to events](../guides/events.md) reads what is delivered.`,
      '## Traffic',
      ...traffic.map(({ type, doc, fields }) =>
        [
          `### ${type}`,
          `Emitted when ${doc}. A source may choose fields, and filter by those that are marked.`,
          table(
            ['Field', 'Type', 'Filter'],
            fields.map((field) => [code(field.name), code(field.type), field.filterable ? 'yes' : '']),
          ),
        ].join('\n\n'),
      ),
      '## Audit',
      table(
        ['Types', 'Fields'],
        [...bySubject.values()].map((events) => [
          events.map(({ type }) => code(type)).join(', '),
          (events[0]?.fields ?? []).map(({ name }) => code(name)).join(', '),
        ]),
      ),
      dataSection(eventTypes),
    ),
  };
}

function firstSentence(doc: string): string {
  return doc.split(/(?<=[.:]) /)[0]?.replace(/:$/, '.') ?? doc;
}
