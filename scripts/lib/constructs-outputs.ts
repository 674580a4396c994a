/** Generates the getters of the constructs, which return tokens for attributes. */
import type { Attribute } from '../../src/model/kind';
import { camelCase } from '../../src/model/naming';
import { isInput } from '../../src/model/request';
import { docComment, outputDoc, userWords } from './constructs-docs';
import type { Naming, NestedType } from './constructs-types';

export function outputSource(type: NestedType, naming: Naming): string {
  const readable = Object.entries(type.members).filter(([, { writeOnly }]) => !writeOnly);
  const getters = readable.map(([name, attribute]) => getter(name, attribute, naming));
  const doc = isInput(type.attribute)
    ? `References to the attributes of {@link ${type.name}}.`
    : userWords(type.doc, naming.names);
  return `${docComment([doc])}export class ${type.name}OutputReference extends ComplexObject {\n${getters.join('\n')}}\n`;
}

export function getter(name: string, attribute: Attribute, naming: Naming): string {
  const [type, value] = output(name, attribute, naming.nameOf(attribute));
  return `${docComment(outputDoc(attribute, naming.names), 2)}  get ${camelCase(name)}(): ${type} {\n    return ${value};\n  }\n`;
}

function output(name: string, attribute: Attribute, nested: string): [type: string, expression: string] {
  switch (attribute.type) {
    case 'string':
      return ['string', `this.getStringAttribute('${name}')`];
    case 'number':
      return ['number', `this.getNumberAttribute('${name}')`];
    case 'bool':
      return ['IResolvable', `this.getBooleanAttribute('${name}')`];
    case 'map':
      return attribute.elements === 'string'
        ? ['{ [key: string]: string }', `this.getStringMapAttribute('${name}')`]
        : [`OutputMap<${nested}OutputReference>`, `new OutputMap(this, '${name}', ${nested}OutputReference)`];
    case 'object':
      return [`${nested}OutputReference`, `new ${nested}OutputReference(this, '${name}', false)`];
    default: {
      if (attribute.elements !== 'string') {
        const element = `${nested}OutputReference`;
        return [`OutputList<${element}>`, `new OutputList(this, '${name}', ${attribute.type === 'set'}, ${element})`];
      }
      const list = `this.getListAttribute('${name}')`;
      // The elements of a set have no index.
      return ['string[]', attribute.type === 'set' ? `Fn.tolist(${list})` : list];
    }
  }
}
