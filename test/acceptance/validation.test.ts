/**
 * Row 14 of the matrix (docs/internals/terraform-protocol-rules.md, section 5.4): `terraform validate` refuses what the model
 * does not allow, and says why and where. The rules that are broken here are those of `invalidCases` and `KEYS`; test/model
 * has the others.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Attribute, FormatName, Kind, StringsAttribute } from '../../src/model/kind';
import { isJsonObject, type Json, type JsonObject } from '../../src/values/json';
import { createAttachedWorkspace } from '../support/acceptance/provider-in-process';
import { consistent, fullConfig, fullConfigs, type Leaf, leavesOf, withValue } from '../support/acceptance/samples';
import type { Workspace } from '../support/acceptance/workspace';
import { KINDS_WITH_PROFILE } from '../support/kinds';
import { describeRows } from '../support/requirements';

interface ValidateJson {
  readonly diagnostics: readonly {
    readonly severity: string;
    readonly detail: string;
    readonly address?: string;
    readonly range: { readonly start: { readonly line: number } };
  }[];
}

/** Keys of a rule set, and keys of data sources: what is refused beside the attributes of a kind. */
const KEYS = {
  resource: {
    netingress_ip_policy_rules: {
      two: { ip_policy_id: 'ipp_1', rules: { '10.0.0.1': { action: 'allow' }, '10.0.0.1/32': { action: 'deny' } } },
      bits: { ip_policy_id: 'ipp_1', rules: { '10.0.0.1/8': { action: 'permit' } } },
    },
  },
  data: {
    netingress_ip_policy: { none: {}, both: { id: 'ipp_1', description: 'x' } },
    netingress_ip_policy_rule: { half: { cidr: '10.0.0.0/8' } },
  },
};

let workspace: Workspace;

beforeAll(async () => {
  // Validation sends no request: no service listens at this address.
  workspace = await createAttachedWorkspace('http://127.0.0.1:9');
});
afterAll(() => workspace?.remove());

describeRows(['spec', 'ngrok'] as const, { plain: 1 })('profile %s', (tested) => {
  const kinds = KINDS_WITH_PROFILE.filter(({ profile }) => profile === tested).map(({ kind }) => kind);
  const blocks = new Map<string, HclResource>();
  let diagnostics: ValidateJson['diagnostics'];

  beforeAll(async () => {
    for (const kind of kinds) {
      let text = '';
      for (const { what, values } of invalidCases(kind)) {
        // References are not resolved here; any text that may be an id will do.
        const id = `any_${'0'.repeat(27)}`;
        const literal = JSON.parse(JSON.stringify(values).replace(/\$\{netingress_[^}]*}/g, id)) as typeof values;
        const block = hclResource(`netingress_${kind.name}`, what, literal, text.split('\n').length);
        blocks.set(`netingress_${kind.name}.${what}`, block);
        text += block.text;
      }
      // Terraform reads a file again for each error in it, which takes long if it is large.
      await writeFile(join(workspace.folder, `${tested}_${kind.name}.tf`), text);
    }
    await writeFile(join(workspace.folder, 'keys.tf.json'), JSON.stringify(KEYS));
    workspace.env['NETINGRESS_PROFILE'] = tested;
    ({ diagnostics } = JSON.parse((await workspace.terraform('validate', '-json')).stdout) as ValidateJson);
  });
  afterAll(() => Promise.all(kinds.map(({ name }) => rm(join(workspace.folder, `${tested}_${name}.tf`)))));

  test('in a rule set, two keys of one network, a key with host bits and an unknown action are refused', () => {
    expect(detailsOf('netingress_ip_policy_rules')).toEqual([
      expect.stringMatching(/^rules has the equal keys '10\.0\.0\.1' and '10\.0\.0\.1\/32'; expected only one/),
      expect.stringMatching(
        /^rules\["10\.0\.0\.1\/8"\] '10\.0\.0\.1\/8' has bits set beyond its mask \/8; expected the network/,
      ),
      expect.stringMatching(/^rules\["10\.0\.0\.1\/8"\]\.action is 'permit'; expected 'allow' or 'deny'/),
    ]);
  });

  test('a data source without a key, with two keys, or with one of two attributes of a key is refused', () => {
    expect(detailsOf('data.')).toEqual([
      expect.stringContaining('description is set together with id; expected exactly one of: id, or description.'),
      expect.stringContaining('id is not set; expected exactly one of: id, or description.'),
      expect.stringContaining('ip_policy_id is not set; expected ip_policy_id and cidr.'),
    ]);
  });

  const detailsOf = (address: string): string[] =>
    diagnostics.flatMap((each) => (each.address?.startsWith(address) ? [each.detail] : [])).sort();

  test.each(kinds.map((kind) => [`netingress_${kind.name}`, kind] as const))(
    '%s row 14: a broken rule is refused once, at its line',
    (type, kind) => {
      for (const { what, says, attribute } of invalidCases(kind)) {
        // Besides, a deprecated attribute is a warning.
        const errors = diagnostics.filter(({ severity }) => severity === 'error');
        const about = errors.filter(({ address }) => address === `${type}.${what}`);
        const said = about.map(({ detail }) => detail).join();
        expect([what, about.length, said.includes(says) ? says : said]).toEqual([what, 1, says]);
        // An attribute that is not written has no line: then the error is at the line of the block.
        const { lines = {}, header } = blocks.get(`${type}.${what}`) ?? {};
        expect([what, about[0]?.range.start.line]).toEqual([what, lines[attribute] ?? header]);
      }
    },
  );
});

interface InvalidCase {
  readonly what: string;
  readonly values: JsonObject;
  /** The top-level attribute at whose line the error must be. */
  readonly attribute: string;
  /** Part of the message. */
  readonly says: string;
}

/** A value that breaks the format, and what the message must contain. */
const badFormat: Readonly<Partial<Record<FormatName, { value: string; says: string }>>> = {
  acl: { value: 'bind:', says: 'bind:*.example.com' },
  ca_certificate: { value: 'no certificate', says: 'a CERTIFICATE PEM block' },
  certificate_chain: { value: 'no certificate', says: 'leaf first' },
  cidr: { value: '10.0.0.1/8', says: '10.0.0.0/8' },
  csr: { value: 'no request', says: 'CERTIFICATE REQUEST PEM block' },
  delivery_stream_arn: { value: 'nonsense', says: 'arn:PARTITION:firehose:REGION:ACCOUNT:deliverystream/NAME' },
  domain: { value: '*.*.example.com', says: 'a wildcard such as *.example.com' },
  duration: { value: '20 minutes', says: "such as '20m'" },
  endpoint_selector: { value: 'endpoint.prot == "https"', says: "did you mean 'endpoint.proto'" },
  endpoint_url: { value: 'https://app.internal/path', says: 'a URL such as https://' },
  event_type: { value: 'ip_policy_craeted.v0', says: "did you mean 'ip_policy_created.v0'" },
  hostname: { value: 'not a name', says: 'a domain name such as' },
  log_group_arn: { value: 'nonsense', says: 'arn:PARTITION:logs:REGION:ACCOUNT:log-group:NAME' },
  point_of_presence: { value: 'mars', says: 'us-cal-1' },
  private_key: { value: 'no key', says: 'PEM private key' },
  resource_name: { value: ' ', says: 'resource name' },
  role_arn: { value: 'nonsense', says: 'arn:PARTITION:iam::ACCOUNT:role/NAME' },
  sealing_key: { value: 'no key', says: 'as PEM (BEGIN PUBLIC KEY), as JWK, or as OpenSSH line' },
  spec_event_type: { value: 'vault_created.v0', says: 'ip_policy_created.v0' },
  ssh_public_key: { value: 'ssh-ed25519 AAAA', says: 'authorized-keys line' },
  stream_arn: { value: 'nonsense', says: 'arn:PARTITION:kinesis:REGION:ACCOUNT:stream/NAME' },
  timestamp: { value: '2026-02-30T00:00:00Z', says: 'RFC 3339' },
  traffic_policy: { value: ' ', says: 'a traffic policy' },
  vault_name: { value: 'a name', says: 'letters, digits' },
};

/** Makes a case from the name of what is broken, the value that breaks it, and what the message must contain. */
type Broken = (what: string, value: Json, says: string) => InvalidCase;

/** Cases that break one rule of the kind each. A rule that several full configurations have is broken once. */
function invalidCases(kind: Kind): InvalidCase[] {
  const seen = new Set<string>();
  const cases = fullConfigs(kind, { object: 0 }).flatMap((values) =>
    leavesOf(kind.attributes, values).flatMap((leaf) => casesOfLeaf(values, leaf)),
  );
  // Only the one rule may be broken: `consistent` removes the attributes that are not allowed beside the broken value.
  const single = cases.map((each) => ({ ...each, values: consistent(kind, each.values) }));
  return [...single, ...requiresCases(kind)].filter(({ what }) => !seen.has(what) && seen.add(what));
}

function casesOfLeaf(values: JsonObject, { path, attribute, value }: Leaf): InvalidCase[] {
  const name = path.join('-');
  const broken: Broken = (what, broken, says) => ({
    what: `${name}-${what}`,
    values: withValue(values, path, broken),
    attribute: path[0] as string,
    says,
  });
  const cases: InvalidCase[] = [];
  if ('maxBytes' in attribute && attribute.maxBytes !== undefined) {
    const limit = `at most ${attribute.maxBytes} bytes`;
    cases.push(broken('long', 'x'.repeat(attribute.maxBytes + 1), limit));
    cases.push(broken('long-multibyte', 'ü'.repeat(Math.floor(attribute.maxBytes / 2) + 1), limit));
  }
  cases.push(...casesOfEnum(broken, attribute, value));
  const bad = 'format' in attribute && attribute.format && badFormat[attribute.format];
  if (bad && !('ref' in attribute && attribute.ref)) cases.push(broken('format', wrap(attribute, bad.value), bad.says));
  if ('ref' in attribute && attribute.ref && !('acceptsAlias' in attribute))
    cases.push(broken('id', wrap(attribute, 'office'), "'office'; expected the id of"));
  if ('minItems' in attribute && attribute.minItems) cases.push(broken('empty', [], `at least ${attribute.minItems}`));
  if (attribute.type === 'object' && attribute.exactlyOne) {
    const others = Object.entries(value as JsonObject).filter(([each]) => !attribute.exactlyOne?.includes(each));
    cases.push(broken('none', Object.fromEntries(others), `exactly one of ${attribute.exactlyOne.join(', ')}`));
  }
  return [...cases, ...casesOfElements(broken, attribute)];
}

function casesOfEnum(broken: Broken, attribute: Attribute, value: Json): InvalidCase[] {
  if (attribute.type === 'object' || !('enum' in attribute) || !attribute.enum) return [];
  const says = `'${attribute.enum[0]}'`;
  if (attribute.type === 'string') return [broken('enum', 'nonsense', says)];
  const { maxItems } = attribute as StringsAttribute;
  if (maxItems === undefined) return [broken('enum', [...(value as Json[]), 'nonsense'], says)];
  const tooMany = attribute.enum.slice(0, maxItems + 1);
  return [broken('enum', ['nonsense'], says), broken('many', tooMany, `at most ${maxItems}`)];
}

function casesOfElements(broken: Broken, attribute: Attribute): InvalidCase[] {
  const cases: InvalidCase[] = [];
  if ('idMember' in attribute && attribute.idMember) {
    // The second element has only the member that must be unique: a set would drop one that is equal to the first.
    const elements = (attribute.examples?.[0] ?? []) as JsonObject[];
    const element = elements.find((each) => Object.keys(each).length > 1) ?? {};
    const { idMember } = attribute;
    cases.push(broken('twice', [element, { [idMember]: element[idMember] ?? null }], 'at most once'));
  }
  if ('rule' in attribute && attribute.rule?.endsWith('event_source')) {
    const [audit, traffic] = [{ type: 'ip_policy_created.v0' }, { type: 'tcp_connection_closed.v0' }];
    cases.push(
      broken('type', [{ type: 'ip_policy_craeted.v0' }], "did you mean 'ip_policy_created.v0'"),
      broken('audit-fields', [{ ...audit, fields: ['conn.client_ip'] }], 'only traffic events support it'),
      broken('audit-filter', [{ ...audit, filter: 'true' }], 'only traffic events support it'),
      broken('field', [{ ...traffic, fields: ['conn.client_pi'] }], "did you mean 'conn.client_ip'"),
      ...[
        ['syntax', 'ev.conn.server_port ==', 'an expression in CEL'],
        ['unfilterable', 'ev.conn.start_ts < timestamp("2026-01-01T00:00:00Z")', 'only fields that can be filtered on'],
        ['kinds', 'ev.conn.server_port == "443"', 'ev.conn.server_port is an integer'],
        ['result', 'ev.conn.server_name', 'which is true or false'],
      ].map(([what, filter = '', says = '']) => broken(`filter-${what}`, [{ ...traffic, filter }], says)),
    );
  }
  return cases;
}

/** Breaks `requires`: the attribute without the element that it requires in another one. */
function requiresCases(kind: Kind): InvalidCase[] {
  const full = consistent(kind, fullConfig(kind, 0, { object: 0 }));
  return (kind.requires ?? []).map((rule): InvalidCase => {
    const { attribute, requires, element } = rule;
    const values = { ...full, [requires]: [] };
    return { what: `${attribute}-alone`, values, attribute, says: `does not contain '${element}'` };
  });
}

function wrap(attribute: Attribute, value: string): Json {
  return attribute.type === 'set' || attribute.type === 'list' ? [value] : value;
}

/** One resource with the line on which each of its top-level attributes begins (from 1). */
interface HclResource {
  readonly text: string;
  /** Line of the block's header. */
  readonly header: number;
  readonly lines: Readonly<Record<string, number>>;
}

/** A resource block that begins on line `first`. */
function hclResource(type: string, name: string, values: JsonObject, first: number): HclResource {
  const rows = [`resource ${JSON.stringify(type)} ${JSON.stringify(name)} {`];
  const lines: Record<string, number> = {};
  for (const [attribute, value] of Object.entries(values)) {
    lines[attribute] = first + rows.length;
    rows.push(...`  ${attribute} = ${hclValue(value ?? null, '  ')}`.split('\n'));
  }
  rows.push('}', '');
  return { text: rows.join('\n'), header: first, lines };
}

function hclValue(value: Json, indent: string): string {
  if (Array.isArray(value)) return `[${(value as Json[]).map((item) => hclValue(item, indent)).join(', ')}]`;
  if (isJsonObject(value)) {
    const inner = `${indent}  `;
    const members = Object.entries(value).map(([name, each]) => `${inner}${name} = ${hclValue(each ?? null, inner)}`);
    return `{\n${members.join('\n')}\n${indent}}`;
  }
  return JSON.stringify(value);
}
