/** References between objects, as the model declares them. */
import type { JsonObject } from '../../model/json';
import type { Attribute, Kind, Reference } from '../../model/kind';
import { KINDS } from '../../model/kinds';
import { idProblem } from '../crypto/ids';
import { ApiProblem } from '../http/api-problem';
import type { RequestContext } from './request-context';
import { newestFirst, type Store, type Stored, tryFind } from './store';

interface ReferringAttribute {
  readonly kind: Kind;
  readonly name: string;
  readonly ref: Reference;
}

const referring: readonly ReferringAttribute[] = KINDS.flatMap((kind) =>
  Object.entries(kind.attributes).flatMap(([name, attribute]) => {
    const ref = referenceOf(attribute);
    return ref ? [{ kind, name, ref }] : [];
  }),
);

/** The reference that an attribute is, if it is one. */
export function referenceOf(attribute: Attribute): Reference | undefined {
  return 'ref' in attribute ? attribute.ref : undefined;
}

/** The identifiers in a reference's value, right or wrong. */
export function idsIn(value: JsonObject[string]): readonly string[] {
  const ids = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  return ids.filter((id): id is string => typeof id === 'string');
}

/** Refuses values that refer to objects which do not exist: the reference's own code, or 380 (gaps.md 1.6). */
export function checkReferences(
  { account }: RequestContext,
  kind: Kind,
  values: JsonObject,
  prefixOf: (kind: string) => string,
): void {
  for (const { name, ref } of referring.filter((attribute) => attribute.kind.name === kind.name)) {
    for (const id of idsIn(values[name])) {
      if (idProblem(prefixOf(ref.kind), id)) {
        const expected = `an identifier such as ${prefixOf(ref.kind)}_ and 27 characters`;
        throw new ApiProblem(400, ref.errorCode ?? 223, `${name} holds '${id}'; expected ${expected}.`);
      }
      if (!tryFind(account.store, ref.kind, id)) {
        throw new ApiProblem(400, ref.errorCode ?? 380, `${name} holds '${id}', and no such ${ref.kind} exists.`);
      }
    }
  }
}

/** The objects that refer to this one, with how they do. */
export function* referrersOf(store: Store, target: Stored): Generator<{ stored: Stored; ref: Reference }> {
  for (const { kind, name, ref } of referring) {
    if (ref.kind !== target.kind.name) continue;
    for (const stored of newestFirst(store, kind.name)) {
      if (idsIn(stored.values[name]).includes(target.id)) yield { stored, ref };
    }
  }
}
