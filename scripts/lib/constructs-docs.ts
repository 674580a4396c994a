/** Doc comments of the generated constructs, from the model. */
import { camelCase } from '../../src/constructs/naming';
import type { Attribute, Attributes } from '../../src/model/kind';

/** A doc comment, indented by `indent` spaces; every given line is one line of it. */
export function docComment(lines: readonly string[], indent = 0): string {
  const pad = ' '.repeat(indent);
  if (lines.length === 1) return `${pad}/** ${lines[0] as string} */\n`;
  return `${pad}/**\n${lines.map((line) => `${pad} *${line === '' ? '' : ` ${line}`}\n`).join('')}${pad} */\n`;
}

/** The words of the model in camel case, where they name attributes of the same thing. */
export function userWords(doc: string, names: ReadonlySet<string>): string {
  return doc.replace(/`([a-z0-9_]+)`/g, (quoted, word: string) =>
    names.has(word) ? `\`${camelCase(word)}\`` : quoted,
  );
}

/** Every attribute name at any depth. */
export function attributeNames(attributes: Attributes): Set<string> {
  const names = new Set<string>();
  for (const [name, attribute] of Object.entries(attributes)) {
    names.add(name);
    for (const nested of attributeNames(membersOf(attribute) ?? {})) names.add(nested);
  }
  return names;
}

/** The attributes of an object or of the elements of a collection; undefined for everything else. */
export function membersOf(attribute: Attribute): Attributes | undefined {
  if (attribute.type === 'object') return attribute.attributes;
  return 'elements' in attribute && attribute.elements !== 'string' ? attribute.elements : undefined;
}

/** Documentation of an input: the model's words, what they leave unsaid, and what happens without it. */
export function inputDoc(attribute: Attribute, names: ReadonlySet<string>): string[] {
  const facts = [userWords(attribute.doc, names), ...unsaidFacts(attribute)].join(' ');
  const tags: string[] = [];
  if (attribute.presence !== 'required') tags.push(`@default ${defaultText(attribute)}`);
  if (attribute.deprecated !== undefined) tags.push(`@deprecated ${userWords(attribute.deprecated, names)}`);
  return tags.length > 0 ? [facts, '', ...tags] : [facts];
}

/** Documentation of an output. */
export function outputDoc(attribute: Attribute, names: ReadonlySet<string>): string[] {
  const doc = userWords(attribute.doc, names);
  return attribute.deprecated === undefined
    ? [doc]
    : [doc, '', `@deprecated ${userWords(attribute.deprecated, names)}`];
}

/** What the limits of the model say and its words leave out. */
export function unsaidFacts(attribute: Attribute): string[] {
  const facts: string[] = [];
  const said = attribute.doc;
  const maxBytes = 'maxBytes' in attribute ? attribute.maxBytes : undefined;
  const values = 'enum' in attribute ? attribute.enum : undefined;
  if (maxBytes !== undefined && !said.includes(String(maxBytes))) facts.push(`At most ${maxBytes} bytes.`);
  if (values?.some((value) => !said.includes(`\`${value}\``)))
    facts.push(`One of ${values.map((value) => `\`${value}\``).join(', ')}.`);
  if (attribute.requiresReplace === 'always' && !/needs a new/.test(said))
    facts.push('Another value needs a new object.');
  if (attribute.sensitive) facts.push('Never shown in plans and logs.');
  return facts;
}

function defaultText(attribute: Attribute): string {
  if (attribute.default !== undefined) return JSON.stringify(attribute.default);
  return attribute.presence === 'optional-computed' ? '- the service chooses' : '- not set';
}
