import { type Attribute, type Attributes, attributeDoc } from '../../src/model/kind';
import { camelCase } from '../../src/model/naming';

export function docComment(lines: readonly string[], indent = 0): string {
  const pad = ' '.repeat(indent);
  if (lines.length === 1) return `${pad}/** ${lines[0] as string} */\n`;
  return `${pad}/**\n${lines.map((line) => `${pad} *${line === '' ? '' : ` ${line}`}\n`).join('')}${pad} */\n`;
}

/**
 * Quoted names of attributes to camel case: `ip_policy_ids` -> `ipPolicyIds`, `deployment.cluster_name` ->
 * `deployment.clusterName`.
 */
export function userWords(doc: string, names: ReadonlySet<string>): string {
  return doc.replace(/`([a-z0-9_.]+)`/g, (quoted, path: string) => {
    const words = path.split('.');
    return words.every((word) => names.has(word)) ? `\`${words.map(camelCase).join('.')}\`` : quoted;
  });
}

export function attributeNames(attributes: Attributes): Set<string> {
  const names = new Set<string>();
  for (const [name, attribute] of Object.entries(attributes)) {
    names.add(name);
    for (const nested of attributeNames(membersOf(attribute) ?? {})) names.add(nested);
  }
  return names;
}

export function membersOf(attribute: Attribute): Attributes | undefined {
  if (attribute.type === 'object') return attribute.attributes;
  return 'elements' in attribute && attribute.elements !== 'string' ? attribute.elements : undefined;
}

export function inputDoc(attribute: Attribute, names: ReadonlySet<string>): string[] {
  const facts = [userWords(attributeDoc(attribute), names), ...unsaidFacts(attribute)].join(' ');
  const tags: string[] = [];
  if (attribute.presence !== 'required') tags.push(`@default ${defaultText(attribute)}`);
  if (attribute.deprecated !== undefined) tags.push(`@deprecated ${userWords(attribute.deprecated, names)}`);
  return tags.length > 0 ? [facts, '', ...tags] : [facts];
}

export function outputDoc(attribute: Attribute, names: ReadonlySet<string>): string[] {
  const doc = userWords(attribute.doc, names);
  return attribute.deprecated === undefined
    ? [doc]
    : [doc, '', `@deprecated ${userWords(attribute.deprecated, names)}`];
}

/** A limit in bytes and listed values that the description does not mention, that it is sensitive, and its profiles. */
export function unsaidFacts(attribute: Attribute): string[] {
  const facts: string[] = [];
  const maxBytes = 'maxBytes' in attribute ? attribute.maxBytes : undefined;
  const values = 'enum' in attribute ? attribute.enum : undefined;
  if (maxBytes !== undefined && !attribute.doc.includes(String(maxBytes))) facts.push(`At most ${maxBytes} bytes.`);
  if (values?.some((value) => !attribute.doc.includes(`\`${value}\``)))
    facts.push(`One of ${values.map((value) => `\`${value}\``).join(', ')}.`);
  if (attribute.sensitive) facts.push('Sensitive.');
  if (attribute.profiles) facts.push(`${profileBadge(attribute.profiles)}.`);
  return facts;
}

/** `Profile `ngrok` only`. */
export function profileBadge(profiles: readonly string[]): string {
  return `Profile ${profiles.map((name) => `\`${name}\``).join(', ')} only`;
}

function defaultText(attribute: Attribute): string {
  if (attribute.default !== undefined) {
    const others = Object.entries(attribute.byProfile ?? {}).flatMap(([profile, difference]) =>
      difference.default === undefined ? [] : [`, in the profile ${profile} ${JSON.stringify(difference.default)}`],
    );
    return `${others.length > 0 ? '- ' : ''}${JSON.stringify(attribute.default)}${others.join('')}`;
  }
  return attribute.presence === 'optional-computed' ? '- computed by the service' : '- not set';
}
