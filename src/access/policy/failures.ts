/** Texts of a configuration whose CEL is an error for some requests. */

import { memoize } from '../../model/memoize';
import { findAction } from '../../model/traffic-policy/data/actions';
import type { Member } from '../../model/traffic-policy/data/schema';
import { describeCause } from '../../values/describe-cause';
import { isObject, isUnknown, type KnownJson, Unknown } from '../../values/known';
import { type Diagram, NEVER } from '../diagram';
import { buildFailure } from './conditions/atom';
import type { Alternative } from './conditions/symbols';
import { keyOfScope, resolve } from './scope';
import { isLiteral, parseOrUnknown, resolveValue } from './template';
import { type Action, end, labelOf, type Walk } from './walk';

const FAILED = new Unknown({ kind: 'undocumented', gap: 'failing_text' });

/** The cases in which a text of the configuration is an error. */
function findErrors(walk: Walk, { type, config }: Action): Diagram {
  const texts = findAction(type) ? listTexts(listMembers(type), config) : listAnyTexts(config);
  return walk.evaluation.space.diagrams.any(texts.map((text) => findError(walk, type, text)));
}

/** The service reads it after the request of `http-request`, and `on_error` decides about its errors. */
const AFTER_REQUEST = 'retry_condition';

/** The members of an action that may have texts with CEL. */
const listMembers = memoize(100, (type: string): Member => {
  const members = Object.entries(findAction(type)?.members ?? {});
  return { type: 'object', doc: '', members: Object.fromEntries(members.filter(([, member]) => mayHaveCel(member))) };
});

/** A text with CEL, or a value that may have such texts. */
type Text = Unknown | { readonly text: string; readonly isExpression: boolean };

function findError(walk: Walk, type: string, text: Text): Diagram {
  if (isUnknown(text)) return mayFail(walk, type, text);
  const { scope, running } = walk;
  const alternatives = text.isExpression
    ? resolve(scope, parseOrUnknown(scope, text.text), running)
    : resolveValue(scope, text.text, running);
  return findErrorOf(walk, alternatives);
}

/** The cases in which one of the values is an error. */
export function findErrorOf({ evaluation: { space } }: Walk, values: readonly Alternative[]): Diagram {
  const { any, and } = space.diagrams;
  return any(values.map(({ when, tree }) => and(when, buildFailure(space, tree))));
}

/** A value of which nothing is known may be any text, also one that is an error. */
export function mayFail({ evaluation: { space }, scope }: Walk, type: string, unknown: Unknown): Diagram {
  const text = `${describeCause(unknown.cause)}, and may be a text that is an error`;
  return space.define(`error ${type} ${unknown.identity} ${keyOfScope(scope)}`, { kind: 'fact', text });
}

/** The request may end where the action fails; otherwise the action is skipped. */
export function endOnFailure(walk: Walk, action: Action, fails: Diagram, reason: string): void {
  const { space } = walk.evaluation;
  if (fails === NEVER) return;
  const when = space.diagrams.and(fails, space.fact(FAILED));
  end(walk, { when, kind: 'failed', gets: NEVER, origin: 'error' }, { text: `${labelOf(walk, action)}: ${reason}` });
}

/** Runs an action where no text of it is an error. Where one is, the request ends, or the action is skipped. */
export function runUnlessFailed(walk: Walk, action: Action, run: () => void): Diagram {
  const { or, and, without } = walk.evaluation.space.diagrams;
  const fails = findErrors(walk, action);
  if (fails === NEVER) {
    run();
    return fails;
  }
  endOnFailure(walk, action, fails, IN_TEXT);
  const { guard } = walk;
  const skipped = and(walk.running, fails);
  walk.running = without(walk.running, fails);
  walk.guard = without(guard, fails);
  run();
  walk.running = or(walk.running, skipped);
  walk.guard = guard;
  return fails;
}

export const IN_TEXT = 'an expression in a text is an error';

/** The texts at a member. What is not of the documented form may be read in any way. */
function listTexts(member: Member, json: KnownJson | undefined): readonly Text[] {
  if (isUnknown(json)) return mayHaveCel(member) ? [json] : [];
  if (member.type === 'list' && Array.isArray(json))
    return (json as readonly KnownJson[]).flatMap((item) => listTexts(member.items, item));
  if (member.type === 'map' && isObject(json))
    return Object.values(json).flatMap((item) => listTexts(member.items, item));
  if (member.type === 'object' && isObject(json))
    return Object.entries(member.members).flatMap(([name, found]) =>
      name === AFTER_REQUEST ? [] : listTexts(found, json[name]),
    );
  if (!mayHaveCel(member)) return [];
  if (typeof json !== 'string') return listAnyTexts(json);
  const isExpression = member.type === 'string' && member.cel === 'expression';
  return isExpression || !isLiteral(json) ? [{ text: json, isExpression }] : [];
}

function listAnyTexts(json: KnownJson | undefined): readonly Text[] {
  if (isUnknown(json)) return [json];
  if (typeof json === 'string') return isLiteral(json) ? [] : [{ text: json, isExpression: false }];
  return typeof json === 'object' && json !== null ? Object.values(json).flatMap(listAnyTexts) : [];
}

function mayHaveCel(member: Member): boolean {
  switch (member.type) {
    case 'any':
      return true;
    case 'string':
      return member.cel !== undefined;
    case 'list':
    case 'map':
      return mayHaveCel(member.items);
    case 'object':
      return Object.values(member.members).some(mayHaveCel);
    default:
      return false;
  }
}
