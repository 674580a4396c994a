/** Typed references to attributes that are not write-only, and the accessors of the generated classes. */
import { ComplexList, ComplexMap, ComplexObject, Fn, type IInterpolatingParent } from 'cdktf';
import type { Attribute, Attributes } from '../model/kind';
import { camelCase, pascalCase } from '../model/naming';
import { isInput } from '../model/request';
import { refMembers } from '../model/resources/common';
import { type ConstructInputs, nestedAttributes } from './render';

/** A reference to another object of the service. */
export class RefOutputReference extends ComplexObject {
  /** Id of the referenced object. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  /** URI of the referenced object; may be empty. */
  get uri(): string {
    return this.getStringAttribute('uri');
  }
}

type ElementClass<T> = new (parent: IInterpolatingParent, attribute: string, isFromSet: boolean, index: number) => T;

/** A list or set of objects. The elements of a set have the order that Terraform's function `tolist` gives them. */
export class OutputList<T extends ComplexObject> extends ComplexList {
  readonly #element: ElementClass<T>;

  constructor(parent: IInterpolatingParent, attribute: string, isSet: boolean, element: ElementClass<T>) {
    super(parent, attribute, isSet);
    this.#element = element;
  }

  /** The element at an index, from 0. The plan or apply fails if there is none. */
  get(index: number): T {
    return new this.#element(this.terraformResource, this.terraformAttribute, this.wrapsSet, index);
  }
}

type EntryClass<T> = new (parent: IInterpolatingParent, attribute: string, isFromSet: boolean, key: string) => T;

/** A map of objects. */
export class OutputMap<T extends ComplexObject> extends ComplexMap {
  readonly #entry: EntryClass<T>;

  constructor(parent: IInterpolatingParent, attribute: string, entry: EntryClass<T>) {
    super(parent, attribute);
    this.#entry = entry;
  }

  /** The element with a key, as the configuration spells it. The plan or apply fails if there is none. */
  get(key: string): T {
    // CDKTF writes the key between brackets without quotes.
    return new this.#entry(this.terraformResource, this.terraformAttribute, false, JSON.stringify(key));
  }
}

type ReferenceClass = new (
  parent: IInterpolatingParent,
  attribute: string,
  isFromSet: boolean,
  index?: number | string,
) => ComplexObject;

type Referable = IInterpolatingParent &
  Pick<
    ComplexObject,
    'getStringAttribute' | 'getNumberAttribute' | 'getBooleanAttribute' | 'getListAttribute' | 'getStringMapAttribute'
  >;

interface AccessorClass {
  readonly prototype: object;
}

/**
 * Defines the accessors that a generated class and the classes of its nested objects declare: for each attribute a
 * getter that returns a reference, unless it is write-only, and for each input of the construct a setter,
 * `<name>Input`, and unless it is required `reset<Name>()`.
 *
 * @param references the classes of nested objects by path, such as `target.auth`. Objects at several paths whose
 *   attributes are the same constant of the model have one class: one of the paths is enough
 */
export function defineAttributes(
  construct: AccessorClass,
  attributes: Attributes,
  references: Readonly<Record<string, ReferenceClass>> = {},
): void {
  const classes = new Map<Attributes, ReferenceClass>([[refMembers, RefOutputReference]]);
  for (const [path, reference] of Object.entries(references)) classes.set(membersAt(attributes, path), reference);
  for (const [members, { prototype }] of classes) {
    if (members !== refMembers) defineAccessors(prototype, members, classes, false);
  }
  defineAccessors(construct.prototype, attributes, classes, true);
}

/**
 * For the class of the provider, whose arguments have no value in the state: each has a getter that returns what was
 * set, a setter, and `reset<Name>()`.
 */
export function defineSettings({ prototype }: AccessorClass, attributes: Attributes): void {
  for (const name of Object.keys(attributes)) {
    const prop = camelCase(name);
    Object.defineProperty(prototype, prop, { configurable: true, get: inputGetter(prop), set: inputSetter(prop) });
    defineReset(prototype, name);
  }
}

function membersAt(attributes: Attributes, path: string): Attributes {
  return path.split('.').reduce((members, name) => {
    const attribute = members[name];
    const nested = attribute && nestedAttributes(attribute);
    if (!nested) throw new Error(`The model has no object ${path}`);
    return nested;
  }, attributes);
}

function defineAccessors(
  prototype: object,
  attributes: Attributes,
  classes: ReadonlyMap<Attributes, ReferenceClass>,
  isConstruct: boolean,
): void {
  for (const [name, attribute] of Object.entries(attributes)) {
    const isSettable = isConstruct && isInput(attribute);
    // A write-only attribute has no value in the state.
    const isReadable = !attribute.writeOnly;
    if (!isReadable && !isSettable) continue;
    const prop = camelCase(name);
    const refer = createReference(name, attribute, classes);
    Object.defineProperty(prototype, prop, {
      configurable: true,
      ...(isReadable && {
        get(this: Referable) {
          return refer(this);
        },
      }),
      ...(isSettable && { set: inputSetter(prop) }),
    });
    if (!isSettable) continue;
    Object.defineProperty(prototype, `${prop}Input`, { configurable: true, get: inputGetter(prop) });
    if (attribute.presence !== 'required') defineReset(prototype, name);
  }
}

function createReference(
  name: string,
  attribute: Attribute,
  classes: ReadonlyMap<Attributes, ReferenceClass>,
): (owner: Referable) => unknown {
  const members = nestedAttributes(attribute);
  if (!members) return createPlainReference(name, attribute);
  const reference = classes.get(members);
  if (!reference) throw new Error(`No class refers to the object ${name}`);
  if (attribute.type === 'object') return (owner) => new reference(owner, name, false);
  if (attribute.type === 'map') return (owner) => new OutputMap(owner, name, reference);
  return (owner) => new OutputList(owner, name, attribute.type === 'set', reference);
}

function createPlainReference(name: string, { type }: Attribute): (owner: Referable) => unknown {
  switch (type) {
    case 'string':
      return (owner) => owner.getStringAttribute(name);
    case 'number':
      return (owner) => owner.getNumberAttribute(name);
    case 'bool':
      return (owner) => owner.getBooleanAttribute(name);
    case 'map':
      return (owner) => owner.getStringMapAttribute(name);
    case 'set':
      // The elements of a set have no index.
      return (owner) => Fn.tolist(owner.getListAttribute(name));
    default:
      return (owner) => owner.getListAttribute(name);
  }
}

interface WithInputs {
  readonly inputs: ConstructInputs<Record<string, unknown>>;
}

function inputGetter(prop: string): (this: WithInputs) => unknown {
  return function () {
    return this.inputs.get(prop);
  };
}

function inputSetter(prop: string): (this: WithInputs, value: unknown) => void {
  return function (value) {
    this.inputs.set(prop, value);
  };
}

function defineReset(prototype: object, name: string): void {
  const prop = camelCase(name);
  Object.defineProperty(prototype, `reset${pascalCase(name)}`, {
    configurable: true,
    writable: true,
    value(this: WithInputs) {
      this.inputs.reset(prop);
    },
  });
}
