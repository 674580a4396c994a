import type { Snapshot, SnapshotObject } from '../../src/emulator';
import { KINDS } from '../../src/model/kinds';
import type { Json } from '../../src/values/json';

/** An object of the service, identified by the values that users set and not by values that differ in each run. */
export interface ServiceObject {
  readonly kind: string;
  readonly id: string;
  /** Kind and values, including secrets; ids are replaced by the kinds of their objects. */
  readonly content: string;
}

/** Every object of all accounts, without certificates that the service issued. */
export function listServiceObjects({ accounts }: Snapshot): ServiceObject[] {
  return Object.values(accounts).flatMap(({ objects }) =>
    Object.entries(objects).flatMap(([kind, all]) =>
      all
        .filter(({ service }) => service['issued_for'] === undefined)
        .map((object) => ({ kind, id: object.id, content: contentOf(kind, object) })),
    ),
  );
}

/**
 * The objects of `there` whose content `wanted` does not have as often: contents `a, a, b` with `a` wanted -> the
 * second `a` and `b`.
 */
export function surplusOf(there: readonly ServiceObject[], wanted: readonly ServiceObject[]): ServiceObject[] {
  const left = new Map<string, number>();
  for (const { content } of wanted) left.set(content, (left.get(content) ?? 0) + 1);
  return there.filter(({ content }) => {
    const count = left.get(content) ?? 0;
    left.set(content, count - 1);
    return count <= 0;
  });
}

function contentOf(kind: string, { values }: SnapshotObject): string {
  return `${kind} ${JSON.stringify(comparable(values))}`;
}

const objectId = new RegExp(`^(${KINDS.map(({ idPrefix }) => idPrefix).join('|')})_[0-9A-Za-z]{27}$`);

function comparable(value: Json | undefined): unknown {
  if (typeof value === 'string') return objectId.exec(value)?.[1] ?? value;
  if (Array.isArray(value)) return (value as readonly Json[]).map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value as Readonly<Record<string, Json>>);
  return Object.fromEntries(
    members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, comparable(member)]),
  );
}
