/** Selects and names the objects to adopt, and converts them to declarations. */

import { ipPolicyRules } from '../model/composites';
import { RULE_SET_TYPE } from '../model/composites/rule-set';
import { formatStateSource, type StateResource } from '../model/inventory';
import { isJsonObject, type JsonObject } from '../model/json';
import { KINDS } from '../model/kinds';
import { getNaturalKey } from '../model/natural-key';
import { objectKey } from '../model/object-key';
import { chooseAccountObject } from './account-object';
import type { Adoption, AdoptionInput, NamedObject } from './adoption';
import { toDeclaration } from './declare';
import type { Declaration, Section } from './expression';
import { kindForNaming, type Named, nameObjects } from './names';
import { createPolicyTargets } from './policy-targets';
import { type Candidate, type SelectOptions, selectObjects } from './select';
import { findReferences } from './ts-variables';

/** The name of an object depends on that object only, its declaration also on the other adopted objects. */
export function buildAdoption(input: AdoptionInput, options: SelectOptions = {}): Adoption {
  const { objects: candidates, ...skipped } = selectObjects(input.account, input.stateResources, options);
  const objects = nameSelected(input, candidates);
  const names = new Map(objects.map(({ resource, id, name }) => [objectKey(resource, id), name]));
  // A rule set has the id of its policy, and references point to the policy.
  const targets = input.stateResources.filter(({ type }) => type !== RULE_SET_TYPE);
  const byId = new Map(targets.map((resource) => [String(resource.values['id'] ?? ''), resource]));
  const find = (kind: string, id: string): string | undefined => names.get(objectKey(kind, id));
  const findPolicyTarget = createPolicyTargets(input.account, find);
  const declarations = objects.map((object): Declaration => {
    const declaration = toDeclaration(object, { find, findPolicyTarget });
    return { ...declaration, remarks: [...creationRemarks(object), ...addressRemarks(declaration.externalIds, byId)] };
  });
  return { objects, accountObject: chooseAccountObject(objects), sections: toSections(declarations), ...skipped };
}

/** Adds the creator that an audit event names. Other and incomplete events are ignored. */
export function addCreator(creators: Map<string, string>, event: unknown): void {
  if (!isJsonObject(event) || !/_created\.v\d+$/.test(String(event['event_type']))) return;
  const { object, principal } = event;
  if (!isJsonObject(object) || typeof object['id'] !== 'string' || !isJsonObject(principal)) return;
  const { subject, source } = principal;
  if (typeof subject !== 'string' || subject === '') return;
  creators.set(object['id'], source === 'Dashboard' ? `${subject} in the dashboard` : `${subject} by the API`);
}

function nameSelected(input: AdoptionInput, candidates: readonly Candidate[]): NamedObject[] {
  // Includes objects that are not adopted, so that a rare conflict of names is resolved equally in every run.
  const accountObjects = input.account.kinds.flatMap(({ kind, objects }) =>
    objects.map(({ id, values }): Named => ({ kind, id, values })),
  );
  const values = new Map<string, JsonObject>(
    accountObjects.map(({ kind, id, values }) => [objectKey(kind, id), values]),
  );
  const toNamed = ({ resource, id }: Candidate): Named => {
    const kind = kindForNaming(resource);
    return { kind, id, values: values.get(objectKey(kind, id)) ?? {} };
  };
  const unlisted = candidates.map(toNamed).filter(({ kind, id }) => !values.has(objectKey(kind, id)));
  const names = nameObjects([...accountObjects, ...unlisted]);
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
  const kind = KINDS.find(({ name }) => name === kindName);
  const isBulky = kind?.naturalKey?.attributes.some((path) => /pem$|key$/.test(path));
  const key = kind && !isBulky ? getNaturalKey(kind, values) : undefined;
  const { description } = values;
  return key ?? (typeof description === 'string' ? description : null);
}

function creationRemarks({ createdAt, createdBy, resource }: NamedObject): string[] {
  if (createdBy === null) return [];
  return [`${resource === ipPolicyRules.name ? 'Newest rule created' : 'Created'} ${createdAt} by ${createdBy}`];
}

/** The addresses of referenced objects that a state contains. */
function addressRemarks(ids: readonly string[], byId: ReadonlyMap<string, StateResource>): string[] {
  return [...new Set(ids)].flatMap((id) => {
    const resource = byId.get(id);
    return resource ? [`${id} is ${resource.address} in ${formatStateSource(resource.state)}`] : [];
  });
}

/** Groups by kind in the model's order, and sorts by name. A rule set follows its policy, even with another name. */
function toSections(declarations: readonly Declaration[]): Section[] {
  const names = new Map(declarations.map(({ type, importId, name }) => [objectKey(type, importId), name]));
  const sortKey = ({ type, importId, name }: Declaration): string =>
    `${names.get(objectKey(kindForNaming(type), importId)) ?? name} ${type}`;
  return KINDS.flatMap((kind): Section[] => {
    const ofKind = declarations
      .filter(({ type }) => kindForNaming(type) === kind.name)
      .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
    return ofKind.length > 0 ? [{ kind: kind.name, declarations: targetsFirst(ofKind) }] : [];
  });
}

/** A construct is declared before the ones that refer to it. */
function targetsFirst(declarations: readonly Declaration[]): Declaration[] {
  const byName = new Map(declarations.map((each) => [objectKey(each.type, each.name), each]));
  const sorted = new Set<Declaration>();
  const add = (declaration: Declaration): void => {
    if (sorted.has(declaration)) return;
    for (const { type, name } of findReferences(declaration)) {
      const target = byName.get(objectKey(type, name));
      if (target) add(target);
    }
    sorted.add(declaration);
  };
  declarations.forEach(add);
  return [...sorted];
}
