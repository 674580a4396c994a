/**
 * Converts the inventory of an account to a snapshot of the emulator with the same identifiers, times and references.
 * Objects whose ids the emulator cannot have are left out (`uncopied`). Pure.
 */
import type { Snapshot, SnapshotObject } from '../emulator';
import type { AccountInventory, AccountObject } from '../model/inventory';
import type { Attribute, Attributes, Kind } from '../model/kind';
import { getKind } from '../model/kinds';
import { parseTimestamp } from '../model/time';
import { isJsonObject, type Json, type JsonObject } from '../values/json';
import type { CopyProblem } from './copy-problems';

/** An object with values that no list returns, such as secrets. The copy has others in their place, or none. */
export interface Placeholder {
  readonly kind: string;
  readonly id: string;
  /** Dotted paths of attributes; `private_key`, which is no attribute, for an SSH certificate authority. */
  readonly attributes: readonly string[];
}

export interface AccountCopy {
  readonly snapshot: Snapshot;
  readonly placeholders: readonly Placeholder[];
  /** Ids of objects that the copy cannot contain; `problems` has the reasons. */
  readonly uncopied: readonly string[];
  readonly problems: readonly CopyProblem[];
}

export interface StandInSecrets {
  /** PEM of a key with which copied SSH certificate authorities sign. */
  readonly sshAuthorityKey: string;
}

const PLACEHOLDER = 'preview-placeholder';

/**
 * `empty` is a snapshot of the emulator that will load the result; it has one account. `now` is the time of that
 * emulator, in milliseconds since 1970.
 */
export function copyAccount(
  { kinds }: AccountInventory,
  empty: Snapshot,
  secrets: StandInSecrets,
  now: number,
): AccountCopy {
  const [[name, account] = ['default', undefined]] = Object.entries(empty.accounts);
  if (!account) throw new Error('The emulator has no account');
  const listings = kinds.map(({ kind, objects }) => ({ kind: getKind(kind), objects }));
  const issued = findIssuedCertificates(listings);
  const problems: CopyProblem[] = [];
  const uncopied: string[] = [];
  const copied = listings.map(({ kind, objects }): [string, SnapshotObject[]] => [
    kind.name,
    // Lists run from the newest object to the oldest.
    [...objects].reverse().flatMap((object) => {
      // `ipp_2eZ…`, with the 27 characters of a KSUID: the emulator restores no snapshot with another id.
      if (!/^[a-z0-9]+_[0-9A-Za-z]{27}$/.test(object.id)) {
        uncopied.push(object.id);
        problems.push({ problem: 'id', of: kind.name, id: object.id });
        return [];
      }
      const { missing: members = [] } = object;
      if (members.length > 0) problems.push({ problem: 'members', of: kind.name, id: object.id, members });
      return [copyObject(kind, object, { issued, secrets, now })];
    }),
  ]);
  return {
    snapshot: {
      ...empty,
      secrets: true,
      accounts: { [name]: { ...account, objects: Object.fromEntries(copied.filter(([, list]) => list.length > 0)) } },
    },
    placeholders: listings.flatMap(({ kind, objects }) => findPlaceholders(kind, objects)),
    uncopied,
    problems,
  };
}

interface CopyContext {
  /** For each certificate that the service issued, by its id: the id of its domain. */
  readonly issued: ReadonlyMap<string, string>;
  readonly secrets: StandInSecrets;
  readonly now: number;
}

function copyObject(kind: Kind, { id, values }: AccountObject, context: CopyContext): SnapshotObject {
  const createdAt = toTime(values['created_at']) ?? new Date(context.now).toISOString();
  const job = copyCertificateJob(kind, values, context.now);
  return {
    id,
    created_at: createdAt,
    updated_at: toTime(values['updated_at']) ?? createdAt,
    values: pickInputs(kind.attributes, values),
    service: { ...pickComputed(kind.attributes, values), ...job?.service, ...internalMembers(kind, id, context) },
    ...(job?.isRunning && { pending: true }),
  };
}

function toTime(value: Json | undefined): string | undefined {
  const time = typeof value === 'string' ? parseTimestamp(value) : undefined;
  return time === undefined ? undefined : new Date(time).toISOString();
}

/** Also those that the service chose: it keeps them when they are removed from the configuration. */
function pickInputs(attributes: Attributes, values: JsonObject): JsonObject {
  return pick(attributes, values, (attribute, value) => {
    if (attribute.presence === 'computed') return null;
    if (attribute.type === 'object' && isJsonObject(value)) return pickInputs(attribute.attributes, value);
    if ('elements' in attribute && attribute.elements !== 'string' && Array.isArray(value)) {
      const { elements } = attribute;
      return (value as Json[]).map((item) => (isJsonObject(item) ? pickInputs(elements, item) : item));
    }
    return value ?? placeholderFor(attribute);
  });
}

/** For a secret that is a plain string: the emulator requires it in updates. */
function placeholderFor(attribute: Attribute): Json {
  const isSecret = attribute.type === 'string' && attribute.sensitive && attribute.requiredOnCreate;
  return isSecret && attribute.format === undefined ? PLACEHOLDER : null;
}

function pickComputed(attributes: Attributes, values: JsonObject): JsonObject {
  return pick(attributes, values, (attribute, value) => {
    if (attribute.presence === 'computed') return value;
    if (attribute.type !== 'object' || !isJsonObject(value)) return null;
    const members = pickComputed(attribute.attributes, value);
    return Object.keys(members).length > 0 ? members : null;
  });
}

function pick(
  attributes: Attributes,
  values: JsonObject,
  select: (attribute: Attribute, value: Json) => Json,
): JsonObject {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]): [string, Json][] => {
      // Members of the snapshot's object. Those of a computed object, such as a certificate, are in its value.
      if (name === 'id' || name === 'updated_at') return [];
      const value = select(attribute, values[name] ?? null);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/**
 * A finished job keeps its status. A running one ends at once in the copy, so that a wait for its certificate ends.
 * Only that of a domain is `isRunning`, because the emulator finishes it by a scheduled change.
 */
function copyCertificateJob(
  kind: Kind,
  values: JsonObject,
  now: number,
): { readonly service: JsonObject; readonly isRunning: boolean } | undefined {
  const status = values['certificate_management_status'];
  if (!isJsonObject(values['certificate_management_policy'])) return undefined;
  const isRunning = isJsonObject(status) && isJsonObject(status['provisioning_job']);
  const certificate = values['certificate'];
  const issued = kind.name === 'domain' && isJsonObject(certificate) ? (certificate['id'] ?? null) : null;
  return {
    isRunning: isRunning && kind.name === 'domain',
    service: {
      job: { startedAt: now, seconds: 0 },
      ...(issued !== null && { issued, provisioned: true }),
      ...(!isRunning && isJsonObject(status) && { copied_status: status }),
    },
  };
}

function findIssuedCertificates(
  listings: readonly { readonly kind: Kind; readonly objects: readonly AccountObject[] }[],
): ReadonlyMap<string, string> {
  const domains = listings.find(({ kind }) => kind.name === 'domain')?.objects ?? [];
  return new Map(
    domains.flatMap(({ id, values }): [string, string][] => {
      const certificate = values['certificate'];
      const isIssued = isJsonObject(values['certificate_management_policy']) && isJsonObject(certificate);
      return isIssued ? [[String(certificate['id']), id]] : [];
    }),
  );
}

function internalMembers(kind: Kind, id: string, { issued, secrets }: CopyContext): JsonObject {
  if (kind.name === 'ssh_certificate_authority') return { private_key: secrets.sshAuthorityKey };
  const domain = kind.name === 'tls_certificate' ? issued.get(id) : undefined;
  return domain === undefined ? {} : { issued_for: domain };
}

function findPlaceholders(kind: Kind, objects: readonly AccountObject[]): Placeholder[] {
  const internal = kind.name === 'ssh_certificate_authority' ? ['private_key'] : [];
  return objects.flatMap(({ id, values }) => {
    const attributes = [...findOmitted(kind.attributes, values), ...internal];
    return attributes.length > 0 ? [{ kind: kind.name, id, attributes }] : [];
  });
}

/** Elements of arrays are not searched. */
function findOmitted(attributes: Attributes, values: JsonObject): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    if (attribute.omittedFromResponses) return [name];
    const value = values[name];
    if (attribute.type !== 'object' || !isJsonObject(value)) return [];
    return findOmitted(attribute.attributes, value).map((path) => `${name}.${path}`);
  });
}
