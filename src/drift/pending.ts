/** What is declared and not deployed: whole objects, and fields whose declared value the state does not have yet. */
import { equalInMeaning } from '../model/canonical';
import { COMPOSITES } from '../model/composites';
import type { StatedObject } from '../model/estate';
import type { Json, JsonObject } from '../model/json';
import type { Attribute, Attributes } from '../model/kind';
import { tryFindKind } from '../model/kinds';
import { kindNameOf } from '../model/naming';
import { isInput } from '../model/request';
import { shownValue } from './compare-values';
import { isStackState, stackState } from './declaration';
import type { Difference, FieldChange } from './finding';
import type { DeclaredInput } from './input';
import { nameOf, withoutKeys } from './names';

/** Compares what is declared with the states. Never compares what an expression stands for: only a plan knows that. */
export function findPending(declared: readonly DeclaredInput[], stated: readonly StatedObject[]): Difference[] {
  const byAddress = new Map<string, StatedObject[]>();
  for (const each of stated) {
    if (each.deposed !== undefined) continue;
    const address = withoutKeys(each.address);
    byAddress.set(address, [...(byAddress.get(address) ?? []), each]);
  }
  return declared.flatMap((each) => {
    const kind = kindNameOf(each.type);
    const attributes = kind === undefined ? undefined : attributesOf(kind);
    if (kind === undefined || !attributes) return [];
    const all = byAddress.get(each.address) ?? [];
    const own = all.filter(({ state }) => state === stackState(each.stack));
    const found = own.length > 0 ? own : all.filter(({ state }) => !isStackState(state));
    if (found.length === 0) return each.repeated ? [] : [pendingObject(kind, attributes, each)];
    if (each.repeated) return [];
    const [object] = found as [StatedObject];
    return fieldsPending(attributes, each, object.values).map((change) => ({
      ...differenceOf(kind, each),
      id: typeof object.values['id'] === 'string' ? object.values['id'] : null,
      name: nameOf(kind, object.values),
      ...change,
    }));
  });
}

function attributesOf(kind: string): Attributes | undefined {
  return (tryFindKind(kind) ?? COMPOSITES.find(({ name }) => name === kind))?.attributes;
}

function differenceOf(kind: string, { address, stack }: DeclaredInput): Omit<Difference, 'before' | 'after' | 'path'> {
  return {
    type: 'pending',
    kind,
    id: null,
    name: null,
    address,
    state: stackState(stack),
    also: [],
    trace: { of: 'nobody' },
  };
}

function pendingObject(kind: string, attributes: Attributes, declared: DeclaredInput): Difference {
  const literal = Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]) => {
      const value = declared.values[name];
      return value === undefined || attribute.unreadable || attribute.sensitive ? [] : [[name, value]];
    }),
  );
  return {
    ...differenceOf(kind, declared),
    name: nameOf(kind, isLiteral(literal) ? literal : {}),
    path: null,
    before: null,
    after: literal,
  };
}

function fieldsPending(attributes: Attributes, declared: DeclaredInput, values: JsonObject): FieldChange[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const wanted = declared.values[name] ?? null;
    if (!isInput(attribute) || ignoresChange(declared, name) || !isLiteral(wanted)) return [];
    return pendingField(attribute, name, values[name] ?? null, wanted);
  });
}

function pendingField(attribute: Attribute, path: string, before: Json, wanted: Json): FieldChange[] {
  if (attribute.unreadable || holdsSecrets(attribute)) return [];
  // A value that is kept when it is removed from the code is not pending for being there.
  if (wanted === null && attribute.presence === 'chosen') return [];
  const [from, to] = [shownValue(withoutChosen(attribute), before), shownValue(withoutChosen(attribute), wanted)];
  return equalInMeaning(attribute, from, to) ? [] : [{ path, before: from, after: to }];
}

/** Members that the service chose stand in the state without being declared. */
function withoutChosen(attribute: Attribute): Attribute {
  if (attribute.type !== 'object') return attribute;
  const attributes = Object.fromEntries(
    Object.entries(attribute.attributes)
      .filter(([, member]) => member.presence !== 'chosen')
      .map(([name, member]) => [name, withoutChosen(member)]),
  );
  return { ...attribute, attributes };
}

/** Within such an object a value may have been given in a way that stands in no state. */
function holdsSecrets(attribute: Attribute): boolean {
  return (
    attribute.sensitive === true ||
    attribute.unreadable !== undefined ||
    (attribute.type === 'object' && Object.values(attribute.attributes).some(holdsSecrets))
  );
}

/** Whether the configuration has Terraform leave the field alone. */
export function ignoresChange({ ignoreChanges }: DeclaredInput, path: string): boolean {
  if (ignoreChanges === undefined) return false;
  return ignoreChanges === 'all' || ignoreChanges.includes(/^[^.[]+/.exec(path)?.[0] ?? path);
}

/** Whether no part of a value is an expression or template. */
function isLiteral(value: Json): boolean {
  const text = JSON.stringify(value);
  return !text.includes('${') && !text.includes('%{');
}
