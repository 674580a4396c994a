import { COMPOSITES } from '../../model/composites';
import { isJsonObject } from '../../model/json';
import { getKind } from '../../model/kinds';
import type { SourceObject } from './build';

/** Expands an exclusive set to its single objects; other objects, and sets known after apply, stay. */
export function expandRuleSet(object: SourceObject): SourceObject[] {
  const set = COMPOSITES.find(({ name }) => name === object.kind);
  if (!set?.exclusive) return [object];
  const { kind, attribute } = set.exclusive;
  const map = Object.entries(set.attributes).find(([, each]) => 'keys' in each)?.[0] ?? '';
  const keyAttribute = getKind(kind).naturalKey?.attributes.find((path) => path !== attribute) ?? '';
  const elements = object.values[map];
  if (!isJsonObject(elements) || object.repeated) return [{ ...object, repeated: true }];
  const { scope } = object;
  return Object.entries(elements).flatMap(([name, element]): SourceObject[] => {
    if (!isJsonObject(element)) return [];
    return [
      {
        key: `${object.key} ${name}`,
        kind,
        values: { ...element, [keyAttribute]: name, [attribute]: object.values[attribute] },
        location: `${object.location}[${JSON.stringify(name)}]`,
        name,
        ...(scope !== undefined && { scope }),
      },
    ];
  });
}
