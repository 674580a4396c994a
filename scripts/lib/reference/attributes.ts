/** Tables of attributes: what may be given, and what is answered, at every depth. */
import { camelCase } from '../../../src/constructs/naming';
import type { Attribute, Attributes } from '../../../src/model/kind';
import { isInput } from '../../../src/model/request';
import { membersOf, unsaidFacts } from '../constructs-docs';
import { code, table } from './markdown';

/** What other spellings of a value mean the same. */
const EQUALITIES = {
  case: 'Upper and lower case are equal.',
  cidr: 'Equivalent spellings are equal.',
  hostname: 'Upper and lower case are equal.',
  json: 'In JSON, white space and the order of members do not matter.',
  pem: 'Line breaks and blanks around the data do not matter.',
  ssh_key: 'Two forms of one key are equal.',
  timestamp: 'Equal times are equal in any spelling.',
} as const;

interface Row {
  readonly path: readonly string[];
  readonly attribute: Attribute;
}

/**
 * A table of what may be given, with the members of objects below them. What is `read` is named by its arguments, so none
 * of them is chosen by the service.
 */
export function argumentTable(attributes: Attributes, use: 'declared' | 'read' = 'declared'): string {
  const rows = flattened(attributes).filter(({ attribute }) => isInput(attribute));
  return table(
    ['Argument', 'Property', 'Type', 'Needed', 'Meaning'],
    rows.map(({ path, attribute }) => [
      code(path.join('.')),
      code(path.map(propertyName).join('.')),
      code(typeText(attribute)),
      neededText(attribute, use),
      meaningOf(attribute),
    ]),
  );
}

/** A table of what is only answered. */
export function answerTable(attributes: Attributes): string {
  const rows = flattened(attributes).filter(({ attribute }) => !isInput(attribute));
  return table(
    ['Attribute', 'Property', 'Type', 'Meaning'],
    rows.map(({ path, attribute }) => [
      code(path.join('.')),
      code(path.map(propertyName).join('.')),
      code(typeText(attribute)),
      meaningOf(attribute),
    ]),
  );
}

function flattened(attributes: Attributes, above: readonly string[] = []): Row[] {
  return Object.entries(attributes).flatMap(([name, attribute]): Row[] => {
    const step =
      attribute.type === 'object' || !('elements' in attribute) || attribute.elements === 'string'
        ? ''
        : stepInto(attribute);
    const path = [...above, name];
    return [{ path, attribute }, ...flattened(membersOf(attribute) ?? {}, [...above, `${name}${step}`])];
  });
}

/** How an element of a collection is written in a path. */
function stepInto({ type }: Attribute): string {
  return type === 'map' ? '["…"]' : '[]';
}

function propertyName(step: string): string {
  return step.replace(/^\w+/, camelCase);
}

/** Terraform's words. */
export function typeText(attribute: Attribute): string {
  if (attribute.type === 'object') return 'object';
  if (!('elements' in attribute)) return attribute.type;
  return `${attribute.type}(${attribute.elements === 'string' ? 'string' : 'object'})`;
}

function neededText(attribute: Attribute, use: 'declared' | 'read'): string {
  if (attribute.presence === 'required') return 'required';
  if (attribute.requiredOnCreate) return 'at creation';
  if (attribute.default !== undefined) return `default ${code(JSON.stringify(attribute.default))}`;
  return attribute.presence === 'optional-computed' && use === 'declared' ? 'else the service chooses' : 'optional';
}

function meaningOf(attribute: Attribute): string {
  const facts = [attribute.doc, ...unsaidFacts(attribute)];
  const said = facts.join(' ');
  if (attribute.requiresReplace === 'if-presence-changes')
    facts.push('Setting it where it was not set, or removing it, needs a new object.');
  if ('ref' in attribute && attribute.ref) facts.push(`Refers to [${attribute.ref.kind}](${attribute.ref.kind}.md).`);
  if ('equality' in attribute && attribute.equality && !/spelling|upper case/i.test(said))
    facts.push(EQUALITIES[attribute.equality]);
  if ('numbers' in attribute && attribute.numbers)
    facts.push(`One of ${attribute.numbers.map((n) => code(String(n))).join(', ')}.`);
  if ('minItems' in attribute && attribute.minItems) facts.push(`At least ${attribute.minItems}.`);
  if (attribute.type === 'object' && attribute.exactlyOne)
    facts.push(`Exactly one of ${attribute.exactlyOne.map(code).join(', ')}.`);
  if (attribute.writeOnly) facts.push('Write-only.');
  else if (attribute.readback === 'never' && attribute.type !== 'number')
    facts.push('No answer of the service holds it: after an import it is null.');
  if (attribute.deprecated) facts.push(`Deprecated: ${attribute.deprecated}`);
  return facts.join(' ');
}
