import { z } from 'zod';
import { ipPolicyRules } from '../model/composites';
import { KINDS } from '../model/kinds';
import { objectKey } from '../model/object-key';
import type { Adoption, AdoptionList } from './adoption';
import { constructId, isValidName } from './names';

const kinds = [...KINDS.map(({ name }) => name), ipPolicyRules.name];

const entry = z.strictObject({
  kind: z.enum(kinds as [string, ...string[]]),
  id: z.string().regex(/^[A-Za-z0-9]+_[A-Za-z0-9]+$/, 'expected the id of an object'),
  name: z.string().refine(isValidName, "expected a letter, then letters, digits, '_' and '-'"),
  label: z.string().nullish(),
  created_at: z.string().nullish(),
  created_by: z.string().nullish(),
});

const list = z.strictObject({
  version: z.literal(1),
  objects: z.array(entry),
  skipped: z.array(z.unknown()).optional(),
});

/** One object per line, so that users can delete lines. `skipped` lists neither managed nor older objects. */
export function printList({ objects, notAdoptable }: Adoption): string {
  const lines = objects.map(({ resource, id, name, label, createdAt, createdBy }) =>
    JSON.stringify({ kind: resource, id, name, label, created_at: createdAt, created_by: createdBy }),
  );
  const skipped = notAdoptable.map(({ kind, id, reason, remedy }) => JSON.stringify({ kind, id, reason, remedy }));
  return `{\n  "version": 1,\n  "objects": ${rows(lines)},\n  "skipped": ${rows(skipped)}\n}`;
}

function rows(lines: readonly string[]): string {
  return lines.length === 0 ? '[]' : `[\n${lines.map((line) => `    ${line}`).join(',\n')}\n  ]`;
}

export interface ListProblems {
  readonly problems: readonly string[];
}

/**
 * The comma that remains if a user deletes the last line of a list. No text matches, as JSON strings have no line
 * breaks.
 */
const LAST_COMMA = /,(?=[ \t\r]*\n\s*\])/g;

export function parseList(text: string): AdoptionList | ListProblems {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(LAST_COMMA, ''));
  } catch (error) {
    return { problems: [`The list is not JSON: ${(error as Error).message}.`] };
  }
  const result = list.safeParse(value);
  if (!result.success) {
    return {
      problems: result.error.issues.map(
        ({ path, message }) => `${path.length > 0 ? path.join('.') : 'The list'}: ${message}.`,
      ),
    };
  }
  const problems = findDuplicates(result.data);
  return problems.length > 0 ? { problems } : result.data;
}

function findDuplicates({ objects }: AdoptionList): string[] {
  const ids = new Set<string>();
  const names = new Map<string, string>();
  return objects.flatMap(({ kind, id, name }) => {
    const object = objectKey(kind, id);
    const problems = ids.has(object) ? [`The ${kind} ${id} is listed twice; remove one of the lines.`] : [];
    ids.add(object);
    const key = constructId(kind, name);
    const other = names.get(key);
    names.set(key, object);
    if (other === undefined || other === object) return problems;
    return [...problems, `The name '${name}' is used for ${other} and ${object}; change one of the names.`];
  });
}

export function findMissing(list: AdoptionList, { objects, older }: Adoption): string[] {
  const keysOf = (all: Adoption['older']) => new Set(all.map(({ resource, id }) => objectKey(resource, id)));
  const [adopted, olderKeys] = [keysOf(objects), keysOf(older)];
  return list.objects
    .filter(({ kind, id }) => !adopted.has(objectKey(kind, id)))
    .map(({ kind, id }) =>
      olderKeys.has(objectKey(kind, id))
        ? `The ${kind} ${id} was created before --since; change --since, or remove its line.`
        : `The ${kind} ${id} is not in the account, is managed by a state, needs no configuration, or is not supported by this version; remove its line.`,
    );
}
