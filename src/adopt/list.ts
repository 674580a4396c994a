/** The list of what would be adopted: JSON to read, edit and give back. */
import { z } from 'zod';
import { ipPolicyRules } from '../model/composites';
import { KINDS } from '../model/kinds';
import type { Adoption } from './build-adoption';
import { hasOwnName, isName, nameKey } from './names';

const kinds = [...KINDS.map(({ name }) => name), ipPolicyRules.name];

const entry = z.strictObject({
  kind: z.enum(kinds as [string, ...string[]]),
  id: z.string().regex(/^[A-Za-z0-9]+_[A-Za-z0-9]+$/, 'expected the identifier of an object'),
  name: z.string().refine(isName, "expected a letter, then letters, digits, '_' and '-'"),
  label: z.string().nullish(),
  created_at: z.string().nullish(),
  created_by: z.string().nullish(),
});

const list = z.strictObject({
  version: z.literal(1),
  objects: z.array(entry),
  left_out: z.array(z.unknown()).optional(),
});

/** A list that was given back. */
export type AdoptionList = z.infer<typeof list>;

/** The list as JSON text, one object a line so that lines can be taken out. */
export function printList({ objects, derived }: Adoption): string {
  const lines = objects.map(({ resource, id, name, label, createdAt, createdBy }) =>
    JSON.stringify({ kind: resource, id, name, label, created_at: createdAt, created_by: createdBy }),
  );
  const others = derived.map((each) => JSON.stringify(each));
  return `{\n  "version": 1,\n  "objects": ${rows(lines)},\n  "left_out": ${rows(others)}\n}`;
}

function rows(lines: readonly string[]): string {
  return lines.length === 0 ? '[]' : `[\n${lines.map((line) => `    ${line}`).join(',\n')}\n  ]`;
}

/** What is wrong with a list, in whole sentences. */
export interface ListProblems {
  readonly problems: readonly string[];
}

/** Reads a list that may have been edited; the file's name begins no sentence, the caller knows it. */
export function parseList(text: string): AdoptionList | ListProblems {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problems: [`It is not JSON: ${(error as Error).message}.`] };
  }
  const read = list.safeParse(value);
  if (!read.success) {
    return {
      problems: read.error.issues.map(
        ({ path, message }) => `${path.length > 0 ? path.join('.') : 'The list'}: ${message}.`,
      ),
    };
  }
  const problems = [...repeated(read.data)];
  return problems.length > 0 ? { problems } : read.data;
}

function* repeated({ objects }: AdoptionList): Generator<string> {
  const ids = new Set<string>();
  const names = new Map<string, string>();
  for (const { kind, id, name } of objects) {
    if (ids.has(nameKey(kind, id))) yield `The ${kind} ${id} is listed twice; take one of the lines out.`;
    ids.add(nameKey(kind, id));
    const key = constructId(kind, name);
    const other = names.get(key);
    if (other !== undefined && other !== nameKey(kind, id)) {
      yield `The name '${name}' is given to ${other} and to ${kind} ${id}; give one of them another name.`;
    }
    names.set(key, nameKey(kind, id));
  }
}

/** What is listed and cannot be adopted, in whole sentences: it is gone, or managed by now. */
export function missingFromAccount(given: AdoptionList, { objects }: Adoption): string[] {
  const known = new Set(objects.map(({ resource, id }) => nameKey(resource, id)));
  return given.objects
    .filter(({ kind, id }) => !known.has(nameKey(kind, id)))
    .map(
      ({ kind, id }) => `The ${kind} ${id} is not in the account, or is managed or derived by now; take its line out.`,
    );
}

/** The id of the construct: unique in the whole stack, whereas Terraform tells names apart by their type as well. */
export function constructId(resource: string, name: string): string {
  if (resource === ipPolicyRules.name) return `${name}_rules`;
  return hasOwnName(resource) ? `${name}_${resource}` : name;
}
