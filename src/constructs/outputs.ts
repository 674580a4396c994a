/** Typed references to parts of what Terraform knows about an object; used by the classes in `generated/`. */
import { ComplexList, ComplexMap, ComplexObject, type IInterpolatingParent } from 'cdktf';

/** A reference to another object of the service. */
export class RefOutputReference extends ComplexObject {
  /** Identifier of the object referred to. */
  get id(): string {
    return this.getStringAttribute('id');
  }

  /** URI of the object referred to; may be empty. */
  get uri(): string {
    return this.getStringAttribute('uri');
  }
}

type ElementClass<T> = new (parent: IInterpolatingParent, attribute: string, isFromSet: boolean, index: number) => T;

/** A list or set of objects; the elements of a set stand in the order that Terraform sorts them into. */
export class OutputList<T extends ComplexObject> extends ComplexList {
  readonly #element: ElementClass<T>;

  constructor(parent: IInterpolatingParent, attribute: string, isSet: boolean, element: ElementClass<T>) {
    super(parent, attribute, isSet);
    this.#element = element;
  }

  /** The element at a place, counted from 0. */
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

  /** The object of a key, spelt as in the configuration. */
  get(key: string): T {
    // The core writes the key between brackets as it is.
    return new this.#entry(this.terraformResource, this.terraformAttribute, false, JSON.stringify(key));
  }
}
