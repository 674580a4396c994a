/** Adoption as data: what is declared under which name, before it is written in a language. */
import { ipPolicyRules } from '../model/composites';
import type { AccountInventory, StateResource } from '../model/inventory';
import type { JsonObject } from '../model/json';
import { KINDS } from '../model/kinds';
import { naturalKeyOf } from '../model/natural-key';
import type { Creators } from './created-by';
import { declareObject } from './declare';
import type { Declaration, Section } from './expression';
import type { AdoptionList } from './list';
import { type Named, nameKey, nameObjects, namingKind } from './names';
import { type Adoptable, type LeftOut, type SelectOptions, selectObjects } from './select';

/** What adoption is a function of. */
export interface AdoptionInput {
  readonly account: AccountInventory;
  /** What any state manages. */
  readonly stated: readonly StateResource[];
  /** A list that was edited: only its objects, under its names. */
  readonly list?: AdoptionList;
  readonly creators?: Creators;
}

/** What is adopted. */
export interface Adoption {
  readonly objects: readonly NamedObject[];
  /** In the model's order, none empty. */
  readonly sections: readonly Section[];
  readonly derived: readonly LeftOut[];
  readonly managed: number;
  readonly older: number;
}

/** An object with the name it is declared under. */
export interface NamedObject extends Adoptable {
  readonly name: string;
  /** Natural key or description: by what people know it. */
  readonly label: string | null;
  /** Who created it, where an event tells. */
  readonly createdBy: string | null;
}

/** Plans an adoption. Names depend on each object alone, declarations on what else is adopted with it. */
export function planAdoption(input: AdoptionInput, options: SelectOptions = {}): Adoption {
  const selection = selectObjects(input.account, input.stated, options);
  const named = nameSelected(input, selection.objects);
  const names = new Map(named.map(({ resource, id, name }) => [nameKey(resource, id), name]));
  // A set of rules has the identifier of its policy, which is what others refer to.
  const single = input.stated.filter(({ type }) => type !== `netingress_${ipPolicyRules.name}`);
  const stated = new Map(single.map((object) => [String(object.values['id'] ?? ''), object]));
  const declarations = named.map((object) =>
    declareObject(object, {
      name: object.name,
      nameOf: (kind, id) => names.get(nameKey(kind, id)),
      remarks: remarksOn(object),
    }),
  );
  const { derived, managed, older } = selection;
  return {
    objects: named,
    sections: sectionsOf(declarations.map((each) => withAddresses(each, stated))),
    derived,
    managed,
    older,
  };
}

function nameSelected(input: AdoptionInput, objects: readonly Adoptable[]): NamedObject[] {
  const values = new Map<string, JsonObject>(
    input.account.kinds.flatMap(({ kind, objects: found }) =>
      found.map((each) => [nameKey(kind, each.id), each.values]),
    ),
  );
  const toName = (object: Adoptable): Named => {
    const kind = namingKind(object.resource);
    return { kind, id: object.id, values: values.get(nameKey(kind, object.id)) ?? {} };
  };
  // What is not adopted takes part too, so that the rare name that clashes is settled alike in every run.
  const everything = input.account.kinds.flatMap(({ kind, objects: found }) =>
    found.map(({ id, values: its }) => ({ kind, id, values: its })),
  );
  const known = new Set(everything.map(({ kind, id }) => nameKey(kind, id)));
  const strangers = objects.map(toName).filter(({ kind, id }) => !known.has(nameKey(kind, id)));
  const names = nameObjects([...everything, ...strangers]);
  const chosen = input.list && new Map(input.list.objects.map(({ kind, id, name }) => [nameKey(kind, id), name]));
  return objects.flatMap((object): NamedObject[] => {
    const key = nameKey(object.resource, object.id);
    if (chosen && !chosen.has(key)) return [];
    const { kind, id, values: its } = toName(object);
    const name = chosen?.get(key) ?? (names.get(nameKey(kind, id)) as string);
    const createdBy = input.creators?.get(object.newest) ?? null;
    return [{ ...object, name, label: labelOf(kind, its), createdBy }];
  });
}

function labelOf(kindName: string, values: JsonObject): string | null {
  const kind = KINDS.find(({ name }) => name === kindName);
  const key = kind?.naturalKey?.attributes.some((path) => /pem$|key$/.test(path))
    ? undefined
    : kind && naturalKeyOf(kind, values);
  const { description } = values;
  return key ?? (typeof description === 'string' ? description : null);
}

function remarksOn({ createdAt, createdBy, resource }: NamedObject): string[] {
  if (createdBy === null) return [];
  return [`${resource === ipPolicyRules.name ? 'Newest rule created' : 'Created'} ${createdAt} by ${createdBy}`];
}

function withAddresses(declaration: Declaration, stated: ReadonlyMap<string, StateResource>): Declaration {
  const remarks = [...new Set(declaration.elsewhere)].flatMap((id) => {
    const there = stated.get(id);
    return there ? [`${id} is ${there.address} in ${there.state}`] : [];
  });
  return { ...declaration, remarks: [...declaration.remarks, ...remarks] };
}

/** By kind in the model's order, within it by name; a rule set follows its policy, also under another name. */
function sectionsOf(declarations: readonly Declaration[]): Section[] {
  const names = new Map(declarations.map(({ resource, importId, name }) => [nameKey(resource, importId), name]));
  const placeOf = ({ resource, importId, name }: Declaration): string =>
    `${names.get(nameKey(namingKind(resource), importId)) ?? name} ${resource}`;
  return KINDS.flatMap((kind): Section[] => {
    const own = declarations
      .filter(({ resource }) => namingKind(resource) === kind.name)
      .map((each) => ({ each, place: placeOf(each) }))
      .sort((a, b) => (a.place < b.place ? -1 : 1))
      .map(({ each }) => each);
    return own.length > 0 ? [{ kind: kind.name, declarations: own }] : [];
  });
}
