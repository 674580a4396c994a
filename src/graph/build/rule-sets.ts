/** Exclusive sets as the single objects that they stand for. */
import { COMPOSITES } from '../../model/composites';
import { isJsonObject } from '../../model/json';
import { getKind } from '../../model/kinds';
import type { SourceObject } from './build';

/** The objects that the thing stands for; itself if it is no set, or if its elements are only known later. */
export function expandRuleSet(thing: SourceObject): SourceObject[] {
  const set = COMPOSITES.find(({ name }) => name === thing.kind);
  if (!set?.exclusive) return [thing];
  const { kind, attribute } = set.exclusive;
  const map = Object.entries(set.attributes).find(([, each]) => 'keys' in each)?.[0] ?? '';
  const key = getKind(kind).naturalKey?.attributes.find((path) => path !== attribute) ?? '';
  const elements = thing.values[map];
  if (!isJsonObject(elements) || thing.repeated) return [{ ...thing, repeated: true }];
  return Object.entries(elements).flatMap(([text, element]) => {
    if (!isJsonObject(element)) return [];
    const place = `${thing.location}[${JSON.stringify(text)}]`;
    const values = { ...element, [key]: text, [attribute]: thing.values[attribute] };
    const { scope } = thing;
    return [{ key: `${thing.key} ${text}`, kind, values, place, name: text, ...(scope !== undefined && { scope }) }];
  });
}
