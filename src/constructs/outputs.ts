/** Typed references to computed attributes, for the generated classes. */
import { ComplexList, ComplexMap, ComplexObject, type IInterpolatingParent } from 'cdktf';

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

/** A list or set of objects. The elements of a set have the order of Terraform's sort. */
export class OutputList<T extends ComplexObject> extends ComplexList {
  readonly #element: ElementClass<T>;

  constructor(parent: IInterpolatingParent, attribute: string, isSet: boolean, element: ElementClass<T>) {
    super(parent, attribute, isSet);
    this.#element = element;
  }

  /** The element at an index, from 0. */
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

  /** The element with a key, which is the same as in the configuration. */
  get(key: string): T {
    // CDKTF writes the key between brackets without quotes.
    return new this.#entry(this.terraformResource, this.terraformAttribute, false, JSON.stringify(key));
  }
}
