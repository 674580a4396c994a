/**
 * Random refactorings of random configurations: whatever is paired is one object or two equal ones, and each moved
 * object with a unique key and without references is paired.
 */

import { groupBy } from '../../src/model/arrays';
import type { StateResource } from '../../src/model/inventory';
import { findNaturalKey } from '../../src/model/natural-key';
import { findMoves } from '../../src/moves/find-moves';
import { movesFromStates } from '../../src/moves/read-instances';
import { fromStates } from '../../src/objects/from-states';
import { parseConfiguration, type SynthesizedStack } from '../../src/terraform/configuration/configuration';
import { isJsonObject, type Json, type JsonObject } from '../../src/values/json';
import { campaignSize, picker } from '../fuzz';
import { fullConfig } from '../support/acceptance/samples';
import { SPEC_KINDS } from '../support/kinds';
import { stateResource } from '../support/state-resource';

const REFACTORINGS = campaignSize(60, 1_000, 5_000);

interface Tracked {
  readonly type: string;
  readonly id: string;
  /** Arguments, whose references are `{ref: index}`. */
  readonly values: JsonObject;
  from?: { readonly stack: string; readonly name: string };
  to?: { readonly stack: string; readonly name: string };
}

interface Refactoring {
  readonly objects: readonly Tracked[];
  readonly stacks: readonly SynthesizedStack[];
  readonly states: readonly StateResource[];
}

type Next = (bound: number) => number;

function pick<T>(next: Next, items: readonly T[]): T {
  return items[next(items.length)] as T;
}

/**
 * Replaces the references of samples by references to other objects of the account, or by 'missing' if there is none.
 */
function bindReferences(value: Json | undefined, objects: readonly Tracked[], next: Next): Json {
  if (Array.isArray(value)) return value.map((item) => bindReferences(item as Json, objects, next));
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, bindReferences(item, objects, next)]));
  const type = typeof value === 'string' ? /^\$\{(\w+)\.dep\d\.id\}$/.exec(value)?.[1] : undefined;
  if (type === undefined) return value ?? null;
  const candidates = objects.filter((object) => object.type === type);
  return candidates.length === 0 ? 'missing' : { ref: objects.indexOf(pick(next, candidates)) };
}

/** Writes references as ids, or as expressions at the addresses after the refactoring. */
function resolveReferences(value: Json | undefined, write: (index: number) => string): Json {
  if (Array.isArray(value)) return value.map((item) => resolveReferences(item as Json, write));
  if (!isJsonObject(value)) return value ?? null;
  if (typeof value['ref'] === 'number') return write(value['ref']);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolveReferences(item, write)]));
}

function createRefactoring(seed: number): Refactoring {
  const next = picker(seed);
  const objects: Tracked[] = [];
  const keys = new Set<string>();
  for (const kind of SPEC_KINDS) {
    const count = next(5);
    for (let index = 0; index < count; index += 1) {
      // Few alternatives, so that some objects have equal content.
      const n = next(4);
      const values = bindReferences(fullConfig(kind, n, { object: next(4) }), objects, next) as JsonObject;
      if (JSON.stringify(values).includes('"missing"')) continue;
      const plain = resolveReferences(values, (ref) => objects[ref]?.id ?? '') as JsonObject;
      const key = kind.naturalKey?.unique
        ? `${kind.name} ${findNaturalKey(kind, plain)}`
        : `${kind.name} ${objects.length}`;
      if (keys.has(key)) continue;
      keys.add(key);
      objects.push({ type: `netingress_${kind.name}`, id: `${kind.idPrefix}_${objects.length}`, values });
    }
  }
  objects.forEach((object, index) => {
    const from = { stack: pick(next, ['a', 'b']), name: `n${index}` };
    // 0 is destroyed, 9 is created; the others stay, half of them under another name.
    const fate = next(10);
    const name = fate < 5 ? `renamed${next(1_000_000)}` : from.name;
    const to = { stack: next(10) < 3 ? pick(next, ['a', 'b', 'c']) : from.stack, name };
    if (fate < 9) object.from = from;
    if (fate > 0) object.to = to;
  });
  return { objects, stacks: toStacks(objects), states: toStates(objects) };
}

function toStates(objects: readonly Tracked[]): Refactoring['states'] {
  return objects.flatMap(({ type, id, values, from }) => {
    if (!from) return [];
    const resolved = resolveReferences(values, (ref) => objects[ref]?.id ?? '') as JsonObject;
    return [stateResource(`${type}.${from.name}`, { ...resolved, id }, { state: { stack: from.stack } })];
  });
}

function toStacks(objects: readonly Tracked[]): SynthesizedStack[] {
  const outputs = Object.fromEntries(
    objects.map(({ type, to }, index) => [`out${index}`, `\${${type}.${to?.name}.id}`]),
  );
  return ['a', 'b', 'c'].map((stack) => ({
    ...parseConfiguration(stack, stack, []),
    outputs: Object.fromEntries(Object.entries(outputs).filter((_, index) => objects[index]?.to?.stack === stack)),
    resources: objects.flatMap(({ type, values, to }) => {
      if (to?.stack !== stack) return [];
      const write = (ref: number): string => {
        const target = objects[ref];
        if (!target?.to) return target?.id ?? '';
        return target.to.stack === stack
          ? `\${${target.type}.${target.to.name}.id}`
          : `\${data.terraform_remote_state.cross-stack-reference-input-${target.to.stack}.outputs.out${ref}}`;
      };
      const place = { stack, address: `${type}.${to.name}`, type, name: to.name };
      return [{ ...place, values: resolveReferences(values, write) as JsonObject }];
    }),
  }));
}

test(`of ${REFACTORINGS} random refactorings no pair is wrong, and every moved object with a unique key and without references is found`, () => {
  let pairs = 0;
  for (let seed = 1; seed <= REFACTORINGS; seed += 1) {
    const { objects, stacks, states } = createRefactoring(seed);
    const found = findMoves(movesFromStates(fromStates(states, stacks), stacks));
    const at = (place: Tracked['from'], { type }: Tracked): string => `${place?.stack}/${type}.${place?.name}`;
    const contentOf = ({ values }: Tracked): string => JSON.stringify(values);
    const wanted = new Map(objects.map((object) => [at(object.from, object), at(object.to, object)]));
    const contents = new Map(
      objects.flatMap((object) => [
        [at(object.from, object), contentOf(object)],
        [at(object.to, object), contentOf(object)],
      ]),
    );
    for (const { from, to } of found.moves) {
      const [before, after] = [from, to].map(({ place }) => `${place?.stack}/${place?.address}`) as [string, string];
      // An object that is destroyed and an equal one that is created are a pair, too.
      if (contents.get(before) !== contents.get(after))
        expect([seed, before, wanted.get(before)]).toEqual([seed, before, after]);
    }
    pairs += found.moves.length;

    const moved = new Set(found.moves.map(({ from }) => from.id));
    const isUnique = new Set(
      SPEC_KINDS.filter(({ naturalKey }) => naturalKey?.unique).map(({ name }) => `netingress_${name}`),
    );
    for (const object of objects) {
      const isMoved = object.from && object.to && at(object.from, object) !== at(object.to, object);
      const hasReference = JSON.stringify(object.values).includes('"ref"');
      if (isMoved && isUnique.has(object.type) && !hasReference)
        expect([seed, moved.has(object.id)]).toEqual([seed, true]);
    }
    for (const { from } of found.ambiguous) expect(from.filter(({ id }) => moved.has(id))).toEqual([]);
    expect(groupBy(found.moves, ({ from }) => from.id).size).toBe(found.moves.length);
  }
  expect(pairs).toBeGreaterThan(REFACTORINGS);
});
