import { ipPolicyRules } from '../model/composites';
import { formatStateSource } from '../model/inventory';
import { KINDS, tryFindKind } from '../model/kinds';
import { attributeAt, findNaturalKey, isKeyOrCertificate } from '../model/natural-key';
import { objectKey } from '../model/object-key';
import { chooseAccountObject } from '../objects/account-object';
import type { StateObject } from '../objects/from-states';
import { isJsonObject, type JsonObject } from '../values/json';
import type { Words } from '../values/words';
import type { Adoption, AdoptionInput, NamedObject } from './adoption';
import { toDeclaration } from './declare';
import type { Declaration, KindDeclarations } from './expression';
import { kindForNaming, type NameableObject, nameObjects } from './names';
import { type Candidate, type SelectOptions, selectObjects } from './select';

export function buildAdoption(input: AdoptionInput, options: SelectOptions = {}): Adoption {
  const { objects: candidates, ...skipped } = selectObjects(input.account, input.inState, options);
  const objects = nameSelected(input, candidates);
  const names = new Map(objects.map(({ resource, id, name }) => [objectKey(resource, id), name]));
  // A rule set has the id of its policy, and references point to the policy.
  const targets = input.inState.filter(({ kind }) => kind !== ipPolicyRules.name);
  const byId = new Map(targets.map((object) => [object.id, object]));
  const find = (kind: string, id: string): string | undefined => names.get(objectKey(kind, id));
  const declarations = objects.map((object): Declaration => {
    const declaration = toDeclaration(object, find);
    return { ...declaration, remarks: [...creationRemarks(object), ...addressRemarks(declaration.externalIds, byId)] };
  });
  return { objects, accountObject: chooseAccountObject(objects), sections: toSections(declarations), ...skipped };
}

/**
 * Adds who created the object of a `created` event, and ignores others. Each source but `Dashboard` counts as the API.
 */
export function addCreator(creators: Map<string, string>, event: unknown): void {
  if (!isJsonObject(event) || !/_created\.v\d+$/.test(String(event['event_type']))) return;
  const { object, principal } = event;
  if (!isJsonObject(object) || typeof object['id'] !== 'string' || !isJsonObject(principal)) return;
  const { subject, source } = principal;
  if (typeof subject !== 'string' || subject === '') return;
  creators.set(object['id'], source === 'Dashboard' ? `${subject} in the dashboard` : `${subject} by the API`);
}

function nameSelected(input: AdoptionInput, candidates: readonly Candidate[]): NamedObject[] {
  // All objects are named, also those that are not adopted: so a conflict of names is resolved equally in every run.
  const allObjects = input.account.kinds.flatMap(({ kind, objects }) =>
    objects.map(({ id, values }): NameableObject => ({ kind, id, values })),
  );
  const values = new Map<string, JsonObject>(allObjects.map(({ kind, id, values }) => [objectKey(kind, id), values]));
  const toNamed = ({ resource, id }: Candidate): NameableObject => {
    const kind = kindForNaming(resource);
    return { kind, id, values: values.get(objectKey(kind, id)) ?? {} };
  };
  const withoutListedObject = candidates.map(toNamed).filter(({ kind, id }) => !values.has(objectKey(kind, id)));
  const names = nameObjects([...allObjects, ...withoutListedObject]);
  const listNames = input.list && new Map(input.list.objects.map(({ kind, id, name }) => [objectKey(kind, id), name]));
  return candidates.flatMap((candidate): NamedObject[] => {
    const key = objectKey(candidate.resource, candidate.id);
    if (listNames && !listNames.has(key)) return [];
    const named = toNamed(candidate);
    const name = listNames?.get(key) ?? (names.get(objectKey(named.kind, named.id)) as string);
    const createdBy = input.creators?.get(candidate.newest) ?? null;
    return [{ ...candidate, name, label: findLabel(named.kind, named.values), createdBy }];
  });
}

function findLabel(kindName: string, values: JsonObject): string | null {
  const kind = tryFindKind(kindName);
  const paths = kind?.naturalKey?.attributes ?? [];
  const hasBulkyKey = kind && paths.some((path) => isKeyOrCertificate(attributeAt(kind.attributes, path)));
  const key = kind && !hasBulkyKey ? findNaturalKey(kind, values) : undefined;
  const { description } = values;
  return key ?? (typeof description === 'string' ? description : null);
}

function creationRemarks({ createdAt, createdBy, resource }: NamedObject): Words[] {
  if (createdBy === null) return [];
  return [`${resource === ipPolicyRules.name ? 'Newest rule created' : 'Created'} ${createdAt} by ${createdBy}`];
}

function addressRemarks(ids: readonly string[], byId: ReadonlyMap<string, StateObject>): string[] {
  return [...new Set(ids)].flatMap((id) => {
    const object = byId.get(id);
    return object ? [`${id} is ${object.place.address} in ${formatStateSource(object.state)}`] : [];
  });
}

/** Sorted by name, but a rule set follows its policy, even with another name. */
function toSections(declarations: readonly Declaration[]): KindDeclarations[] {
  const names = new Map(declarations.map(({ type, importId, name }) => [objectKey(type, importId), name]));
  const sortKey = ({ type, importId, name }: Declaration): string =>
    `${names.get(objectKey(kindForNaming(type), importId)) ?? name} ${type}`;
  return KINDS.flatMap((kind): KindDeclarations[] => {
    const ofKind = declarations
      .filter(({ type }) => kindForNaming(type) === kind.name)
      .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
    return ofKind.length > 0 ? [{ kind: kind.name, declarations: ofKind }] : [];
  });
}
