/**
 * Finds objects that one plan deletes and creates with one unique key, such as a renamed restriction of the dashboard.
 * The service never has both, and Terraform orders neither before the other, so the plan is an error. For restrictions
 * and rules, whose absence opens the account or shuts people out, a replacement under one address is an error, too, and
 * so is the delete of one that another block keeps.
 *
 * Terraform plans in any order, so both the create and the delete look for the other one. A tainted object is planned
 * as a create only, and a replacement as a change first and then as a create. What they replace was noted before, when
 * Terraform read it from the state, or by the plan of the change. Two aliases are two providers, which do not know of
 * each other.
 */
import { formatUntaint } from '../../model/in-use-remedies';
import type { Attribute } from '../../model/kind';
import { getKind } from '../../model/kinds';
import { formatKeyNames } from '../../model/natural-key';
import { PLAN_FOR_MOVES_VARIABLE } from '../../model/provider-config';
import { isSetOnCreateOnly } from '../../model/request';
import { withArticle } from '../../model/text';
import { isSameValue, type ObjectValue } from '../../values/cty-value';
import type { Advice } from '../../values/diagnostic-cause';
import { createError, type ProviderDiagnostic, withCause } from '../protocol/diagnostic';
import type { ManagedResource, UniqueKey } from '../resources/managed-resource';

type KeyedResource = Pick<ManagedResource, 'type' | 'listUniqueKeys'>;

export interface PlanKeys {
  /** `refreshed` is null if the object does not exist. */
  noteState(resource: KeyedResource, current: ObjectValue, refreshed: ObjectValue | null): void;
  /** For an object that the plan does not change. If it returns false, `check` has to be called. */
  noteUnchanged(resource: KeyedResource, values: () => ObjectValue): boolean;
  /** `prior` is null on create, `planned` on delete. */
  check(resource: KeyedResource, prior: ObjectValue | null, planned: ObjectValue | null): ProviderDiagnostic[];
}

interface Owner {
  readonly type: string;
  readonly id: string;
}

export function createPlanKeys(): PlanKeys {
  const refreshed = new Map<string, { readonly resource: KeyedResource; readonly values: ObjectValue }>();
  const inState = new Map<string, Owner>();
  const created = new Set<string>();
  const deleted = new Map<string, Owner>();
  const kept = new Set<string>();
  let unchanged: { readonly resource: KeyedResource; readonly values: () => ObjectValue }[] = [];

  /** The keys of refreshed objects are computed here, when a restriction or rule is created: most plans need none. */
  function findInState(key: string): Owner | undefined {
    for (const { resource, values } of refreshed.values()) addToState(resource, values);
    refreshed.clear();
    return inState.get(key);
  }
  function addToState(resource: KeyedResource, values: ObjectValue): void {
    for (const key of listKeys(resource, values)) inState.set(key.text, toOwner(resource, values));
  }

  /** A refresh may have found that the object was deleted or has another key. */
  function removeFromState(resource: KeyedResource, values: ObjectValue): void {
    const owner = formatOwner(toOwner(resource, values));
    for (const { text } of listKeys(resource, values)) {
      const found = inState.get(text);
      if (found && formatOwner(found) === owner) inState.delete(text);
    }
  }

  function checkCreate(key: Key): ProviderDiagnostic[] {
    const owner = decidesAccess(key) ? findInState(key.text) : deleted.get(key.text);
    created.add(key.text);
    return owner ? [deletedAndCreated(key, owner)] : [];
  }
  function checkDelete(resource: KeyedResource, key: Key, prior: ObjectValue): ProviderDiagnostic[] {
    const deleting = toOwner(resource, prior);
    deleted.set(key.text, deleting);
    if (isKept(key)) return [deletedAndKept(key, deleting)];
    return created.has(key.text) ? [deletedAndCreated(key, deleting)] : [];
  }

  /** For restrictions and rules, such as one imported under a new address: an error if another block deletes it. */
  function checkKept(key: Key): ProviderDiagnostic[] {
    if (!decidesAccess(key)) return [];
    kept.add(key.text);
    const owner = deleted.get(key.text);
    return owner ? [deletedAndKept(key, owner)] : [];
  }
  function isKept(key: Key): boolean {
    for (const { resource, values } of unchanged) {
      for (const each of listKeys(resource, values())) if (decidesAccess(each)) kept.add(each.text);
    }
    unchanged = [];
    return kept.has(key.text);
  }

  return {
    noteState(resource, current, state) {
      if (!resource.listUniqueKeys) return;
      const owner = formatOwner(toOwner(resource, current));
      if (inState.size > 0) removeFromState(resource, current);
      if (state) refreshed.set(owner, { resource, values: state });
      else refreshed.delete(owner);
    },
    noteUnchanged(resource, values) {
      if (!resource.listUniqueKeys) return true;
      if (deleted.size > 0) return false;
      unchanged.push({ resource, values });
      return true;
    },
    check(resource, prior, planned) {
      if (!resource.listUniqueKeys) return [];
      if (prior && planned && isSameValue(prior, planned) && deleted.size === 0) {
        unchanged.push({ resource, values: () => planned });
        refreshed.set(formatOwner(toOwner(resource, prior)), { resource, values: prior });
        return [];
      }
      const isInPlace = prior !== null && planned !== null;
      const [keysBefore, keysAfter] = [prior, planned].map((values) =>
        listKeys(resource, values).filter((key) => !isInPlace || isReplacedToRename(key)),
      ) as [Key[], Key[]];
      const added = omitKeys(keysAfter, keysBefore);
      const problems = [
        ...added.flatMap(checkCreate),
        ...(prior ? omitKeys(keysBefore, keysAfter).flatMap((key) => checkDelete(resource, key, prior)) : []),
        ...omitKeys(keysAfter, added).flatMap(checkKept),
      ];
      if (prior) addToState(resource, prior);
      // One message is enough for a set of hundreds of rules.
      return problems.slice(0, 1);
    },
  };
}

interface Key extends UniqueKey {
  readonly text: string;
}

function listKeys({ listUniqueKeys }: KeyedResource, values: ObjectValue | null): Key[] {
  if (!values) return [];
  return (listUniqueKeys?.(values) ?? []).map((key) => ({ ...key, text: `${key.kind} ${key.key}` }));
}

function omitKeys(keys: readonly Key[], others: readonly Key[]): readonly Key[] {
  const omitted = new Set(others.map(({ text }) => text));
  return keys.filter(({ text }) => !omitted.has(text));
}

function toOwner({ type }: KeyedResource, values: ObjectValue): Owner {
  return { type, id: String(values['id']) };
}

function formatOwner({ type, id }: Owner): string {
  return `${type} ${id}`;
}

/** Whether the absence of such an object for a moment may change who gets in. */
function decidesAccess({ kind }: UniqueKey): boolean {
  return kind === 'ip_restriction' || kind === 'ip_policy_rule';
}

/** Whether an object with another key is another object. A vault with another name is the same one. */
function isReplacedToRename({ kind }: UniqueKey): boolean {
  const { attributes, naturalKey } = getKind(kind);
  return naturalKey?.attributes.some((name) => isSetOnCreateOnly(attributes[name] as Attribute)) === true;
}

function deletedAndCreated({ kind: name, key }: UniqueKey, deleting: Owner): ProviderDiagnostic {
  const kind = getKind(name);
  const summary = `The ${kind.title} '${key}' would be deleted and created again`;
  const subject =
    `The state has ${withArticle(kind.title)} with this ${formatKeyNames(kind)} (${deleting.type}, ${deleting.id}), and this ` +
    'plan creates another one; the service accepts one at a time.';
  const rename =
    'If blocks were renamed, or single rules became a set, run netingress moves, which writes moved, removed and import ' +
    'blocks, and plan again: nothing is deleted or created then. In HCL it reads a plan that was made with ' +
    `${PLAN_FOR_MOVES_VARIABLE}=1 (netingress moves --help).`;
  const isAccess = decidesAccess({ kind: name, key });
  const effect = isAccess
    ? 'Between the delete and the create, and if the create fails, other addresses would get in or be shut out.'
    : 'Terraform orders neither before the other: a create before the delete fails, and then none is left.';
  const detail = `${subject} ${effect}`;
  const advice: Advice = (names) => {
    const others = isAccess
      ? 'If Terraform replaces it because it is tainted or because of -replace, run ' +
        `${formatUntaint(deleting.id, names)}, or leave -replace out. If both blocks are wanted, remove one.`
      : 'If a new one is wanted, delete the earlier one first, in an apply of its own.';
    return [`${rename} ${others}`];
  };
  return withCause(createError(summary, detail), { kind: 'guard', advice });
}

function deletedAndKept({ kind: name, key }: UniqueKey, { type, id }: Owner): ProviderDiagnostic {
  const { title } = getKind(name);
  return createError(
    `The ${title} '${key}' would be deleted although the configuration declares it`,
    `The plan deletes ${type} ${id} from the state under one address and keeps the same ${title} under another, so the ` +
      'service would lose it. Write a removed block with destroy = false for the old address, or a moved block in place of ' +
      'an import; netingress moves writes both.',
  );
}
