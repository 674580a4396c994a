/** Texts of a configuration whose CEL is an error for some requests. */
import { isUnknown, type KnownJson, Unknown } from '../../model/known';
import { type Diagram, NEVER } from '../diagram';
import { buildFailure } from './conditions/atom';
import type { Alternative } from './conditions/symbols';
import { isLiteral, resolveValue } from './template';
import { type Action, end, labelOf, type Walk } from './walk';

const FAILED = new Unknown('the documents do not say whether an error in a text of an action ends the request');

/** The request may end where one of the values is an error. Returns these cases. */
export function endOnErrors(walk: Walk, action: Action, values: readonly Alternative[]): Diagram {
  const { space } = walk.evaluation;
  const { diagrams } = space;
  const fails = diagrams.any(values.map(({ when, tree }) => diagrams.and(when, buildFailure(space, tree))));
  endOnFailure(walk, action, fails, 'an expression in a text is an error');
  return fails;
}

/** The request may end where the action fails; otherwise the action is skipped. */
export function endOnFailure(walk: Walk, action: Action, fails: Diagram, reason: string): void {
  const { space } = walk.evaluation;
  if (fails === NEVER) return;
  const when = space.diagrams.and(fails, space.fact(FAILED));
  end(walk, { when, kind: 'failed', gets: NEVER, origin: 'error' }, { text: `${labelOf(walk, action)}: ${reason}` });
}

/** The same for all texts of a member. */
export function endOnErrorsIn(walk: Walk, action: Action, json: KnownJson | undefined): Diagram {
  const cases = listTexts(json).map((text) => endOnErrors(walk, action, resolveValue(walk.scope, text, walk.running)));
  return walk.evaluation.space.diagrams.any(cases);
}

function listTexts(json: KnownJson | undefined): readonly KnownJson[] {
  if (typeof json === 'string') return isLiteral(json) ? [] : [json];
  if (typeof json !== 'object' || json === null || isUnknown(json)) return [];
  return Object.values(json as Record<string, KnownJson>).flatMap(listTexts);
}
