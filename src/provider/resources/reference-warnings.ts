/** Warnings of validation about ids of another type than the attribute refers to; resources of the model and rule sets call it. */
import type { Attributes, Kind } from '../../model/kind';
import { findKindOfId, getKind } from '../../model/kinds';
import { withArticle } from '../../model/text';
import type { CtyValue, ObjectValue } from '../../values/cty-value';
import type { Diagnostic } from '../protocol/diagnostic';

/** Warns about the id of another kind. No error, because the service defines the form of its ids. */
export function referenceWarnings(attributes: Attributes, config: ObjectValue): Diagnostic[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    if (!('ref' in attribute) || !attribute.ref) return [];
    const target = getKind(attribute.ref.kind);
    return stringsIn(config[name]).flatMap((id) => {
      const kind = findKindOfId(id);
      return kind === undefined || kind === target ? [] : [idOfOtherKind(name, id, kind, target)];
    });
  });
}

function stringsIn(value: CtyValue | undefined): string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter((item): item is string => typeof item === 'string');
}

function idOfOtherKind(name: string, id: string, kind: Kind, target: Kind): Diagnostic {
  return {
    severity: 'warning',
    summary: 'Reference to an object of another type',
    detail:
      `${name} contains '${id}', which looks like the id of ${withArticle(kind.title)}; expected the id of ` +
      `${withArticle(target.title)} (${target.idPrefix}_...).`,
    path: [name],
  };
}
