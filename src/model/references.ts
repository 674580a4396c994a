/** References by attributes. What a traffic policy names is not here: traffic-policy/references.ts. */

import { isObject, isUnknown, type Known, type KnownJson, type KnownObject, Unknown } from '../values/known';
import { isNamedBy, parseEndpointUrl } from './formats/endpoint-url';
import { canonicalHostname } from './formats/hostname';
import type { HostReference, Kind } from './kind';
import { KINDS, READ_ONLY_KINDS } from './kinds';

export interface KindReference {
  readonly kind: Kind;
  /** Attribute with the ids, or with the `{id, uri}` that the service found by a URL. */
  readonly attribute: string;
  /** Name of the kind that is referred to. */
  readonly target: string;
  /** A deletion of the target deletes the object too, is refused, or leaves the reference without target. */
  readonly onDelete: 'cascade' | 'refuse' | 'keep';
  /** Of the refused deletion, without the prefix of the service; undefined if none is published. */
  readonly errorCode: number | undefined;
  readonly status: number;
  /** Set if the service finds the target by the host of a URL, and not by an id. */
  readonly byHost: HostReference | undefined;
}

const REFERENCES: readonly KindReference[] = [...KINDS, ...READ_ONLY_KINDS].flatMap((kind) =>
  Object.entries(kind.attributes).flatMap(([attribute, schema]) => {
    const ref = 'ref' in schema ? schema.ref : undefined;
    const byHost = 'foundByHost' in schema ? schema.foundByHost : undefined;
    const found = ref ?? byHost;
    if (!found) return [];
    return [
      {
        kind,
        attribute,
        target: found.kind,
        onDelete: found.onDelete,
        errorCode: found.inUseCode,
        status: kind.conflictStatus ?? 409,
        byHost,
      },
    ];
  }),
);

/** Those of kinds that are only read come last. */
export function listReferencesTo(kind: string): readonly KindReference[] {
  return REFERENCES.filter(({ target }) => target === kind);
}

export function listBlockingReferences(kind: string): readonly KindReference[] {
  return listReferencesTo(kind).filter(({ onDelete }) => onDelete === 'refuse');
}

/** Kinds whose objects are deleted with the object that they name, such as the rules of a policy. */
export function listOwnedKinds(kind: string): readonly Kind[] {
  return listReferencesTo(kind)
    .filter(({ onDelete }) => onDelete === 'cascade')
    .map((reference) => reference.kind);
}

/**
 * Of a reference by host, the `{id, uri}` that the service found decides; without it, as in a configuration, the host of
 * the URL.
 */
export function refersTo(
  { attribute, byHost }: KindReference,
  values: KnownObject,
  target: { readonly id: string; readonly values: KnownObject },
): Known<boolean> {
  const value = values[attribute] ?? null;
  if (!byHost) return hasId(value, target.id);
  if (isObject(value)) return hasId(value['id'] ?? null, target.id);
  return isNamedByHost(byHost, values[byHost.url] ?? null, target.values[byHost.name] ?? null);
}

function hasId(value: KnownJson, id: string): Known<boolean> {
  const items: readonly KnownJson[] = Array.isArray(value) ? value : [value];
  return items.includes(id) || (items.find(isUnknown) ?? false);
}

/** Unknown for a wildcard that matches the host: another object may have exactly this name, and is then the target. */
function isNamedByHost(reference: HostReference, url: KnownJson, name: KnownJson): Known<boolean> {
  const unknown = [url, name].find(isUnknown);
  if (unknown) return unknown;
  const parsed = typeof url === 'string' ? parseEndpointUrl(url) : undefined;
  if (!parsed || 'problem' in parsed || typeof name !== 'string') return false;
  const canonical = canonicalHostname(name);
  if ([parsed.host, `${parsed.host}:${parsed.port}`].includes(canonical)) return true;
  return (
    isNamedBy(parsed.host, canonical) &&
    new Unknown({ kind: 'wildcard', list: reference.kind, name: parsed.host, wildcard: canonical })
  );
}
