import { formatOf } from '../../../src/model/canonical';
import { type Attribute, type Attributes, attributeDoc } from '../../../src/model/kind';
import { camelCase } from '../../../src/model/naming';
import { isInput } from '../../../src/model/request';
import { membersOf, unsaidFacts } from '../constructs-docs';
import { code, table } from './markdown';

interface Row {
  readonly path: readonly string[];
  readonly attribute: Attribute;
}

/** `use` is `read` for a data source: its argument that is not set stays unset, the service does not compute it. */
export function argumentTable(attributes: Attributes, use: 'declared' | 'read' = 'declared'): string {
  const rows = flattened(attributes).filter(({ attribute }) => isInput(attribute));
  return table(
    ['Argument', 'Property', 'Type', 'Presence', 'Description'],
    rows.map(({ path, attribute }) => [
      code(path.join('.')),
      code(path.map(propertyName).join('.')),
      code(typeText(attribute)),
      presenceText(attribute, use),
      description(attribute),
    ]),
  );
}

export function computedTable(attributes: Attributes): string {
  const rows = flattened(attributes).filter(({ attribute }) => !isInput(attribute));
  return table(
    ['Attribute', 'Property', 'Type', 'Description'],
    rows.map(({ path, attribute }) => [
      code(path.join('.')),
      code(path.map(propertyName).join('.')),
      code(typeText(attribute)),
      description(attribute),
    ]),
  );
}

function flattened(attributes: Attributes, parent: readonly string[] = []): Row[] {
  return Object.entries(attributes).flatMap(([name, attribute]): Row[] => {
    const step =
      attribute.type === 'object' || !('elements' in attribute) || attribute.elements === 'string'
        ? ''
        : stepInto(attribute);
    const path = [...parent, name];
    return [{ path, attribute }, ...flattened(membersOf(attribute) ?? {}, [...parent, `${name}${step}`])];
  });
}

/** Returns how a path continues into an element. */
function stepInto({ type }: Attribute): string {
  return type === 'map' ? '["…"]' : '[]';
}

function propertyName(step: string): string {
  return step.replace(/^\w+/, camelCase);
}

export function typeText(attribute: Attribute): string {
  if (attribute.type === 'object') return 'object';
  if (!('elements' in attribute)) return attribute.type;
  return `${attribute.type}(${attribute.elements === 'string' ? 'string' : 'object'})`;
}

function presenceText(attribute: Attribute, use: 'declared' | 'read'): string {
  if (attribute.presence === 'required') return 'required';
  if (attribute.requiredOnCreate) return 'required on create';
  if (attribute.default !== undefined) return `default ${code(JSON.stringify(attribute.default))}`;
  return attribute.presence === 'optional-computed' && use === 'declared' ? 'optional, computed' : 'optional';
}

function description(attribute: Attribute): string {
  const facts = [attributeDoc(attribute), ...unsaidFacts(attribute)];
  if ('ref' in attribute && attribute.ref) facts.push(`Refers to [${attribute.ref.kind}](${attribute.ref.kind}.md).`);
  const equal = 'enumIgnoresCase' in attribute ? 'Case is ignored.' : formatOf(attribute)?.equal;
  if (equal && !/equal|ignored/i.test(facts.join(' '))) facts.push(equal);
  if ('allowedNumbers' in attribute && attribute.allowedNumbers)
    facts.push(`One of ${attribute.allowedNumbers.map((n) => code(String(n))).join(', ')}.`);
  if ('minItems' in attribute && attribute.minItems) facts.push(`At least ${attribute.minItems}.`);
  if ('maxItems' in attribute && attribute.maxItems) facts.push(`At most ${attribute.maxItems}.`);
  if (attribute.type === 'object' && attribute.exactlyOne)
    facts.push(`Exactly one of ${attribute.exactlyOne.map(code).join(', ')}.`);
  if (attribute.writeOnly) facts.push('Write-only.');
  else if (attribute.omittedFromResponses === 'always' && attribute.type !== 'number')
    facts.push('No response contains it: after an import it is null.');
  if (attribute.deprecated) facts.push(`Deprecated: ${attribute.deprecated}`);
  return facts.join(' ');
}
