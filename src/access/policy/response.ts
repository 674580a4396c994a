/** The phase of the response: it may change what the client gets, never what was reached before. */
import { groupBy } from '../../model/arrays';
import { Unknown } from '../../values/known';
import { ALWAYS, type Diagram, NEVER } from '../diagram';
import { symbolsOf } from './conditions/symbols';
import type { listPolicyRules } from './document';
import { runRules } from './rules';
import { startResponse } from './scope';
import type { Built, Ending, EndingPart, EndKind, Walk } from './walk';

/**
 * Whether the phase runs after such an end. The documents say that it does after a response of an upstream or of
 * `custom-response`. A connection that an action closes has no response. Of the other ends they say nothing.
 */
const RUNS: Readonly<Record<EndKind, 'always' | 'never' | Unknown>> = {
  upstream: 'always',
  responded: 'always',
  closed: 'never',
  redirected: new Unknown({ kind: 'undocumented', gap: 'response_after_redirect' }),
  refused: new Unknown({ kind: 'undocumented', gap: 'response_after_deny' }),
  failed: new Unknown({ kind: 'undocumented', gap: 'response_after_error' }),
  unknown: new Unknown({ kind: 'undocumented', gap: 'response_after_unknown' }),
};

type Rules = ReturnType<typeof listPolicyRules>;

/**
 * Runs the phase once for each response of the phases before, since conditions read it. Nothing is known of a response
 * but its origin, so `res.status_code` is one unknown value, equal for equal responses.
 */
export function finishResponses(walk: Walk, rules: Rules): Built {
  const { space } = walk.scope;
  const { any, and, without } = space.diagrams;
  const whenOf = (list: readonly Ending[]): Diagram => any(list.map(({ when }) => when));
  const getsOf = (list: readonly Ending[]): Diagram => any(list.map(({ when, gets }) => and(when, gets)));
  const endings = [...walk.endings];
  // Most policies have no rule of the phase, and an account has thousands of policies.
  const gets = rules.length === 0 ? [getsOf(walk.endings)] : [];
  const groups = rules.length === 0 ? [] : groupBy(walk.endings, ({ kind, origin }) => `${kind} ${origin}`);
  let phase = walk;
  for (const [key, group] of groups) {
    const runs = RUNS[(group[0] as Ending).kind];
    const happens = runs === 'always' ? ALWAYS : runs === 'never' ? NEVER : space.fact(runs);
    const scope = startResponse(walk.scope, key);
    phase = runRules({ ...phase, scope, running: and(whenOf(group), happens), endings: [] }, rules);
    gets.push(getsOf(phase.endings), without(getsOf(group), whenOf(phase.endings)));
    endings.push(...phase.endings);
  }
  return {
    reaches: phase.reaches,
    sends: phase.sends,
    gets: any(gets),
    failed: whenOf(endings.filter(({ kind }) => kind === 'failed')),
    responses: keyOfResponses(walk, rules),
    decisions: endings.flatMap(({ when, by, explain, decisions = [] }): EndingPart[] => [
      ...decisions.map((decision) => ({ ...decision, when: and(when, decision.when) })),
      { when, by, ...(explain && { explain }) },
    ]),
  };
}

/**
 * Equal for equal responses. The rules of the phase may use any object, so the `surroundings` of the account count if
 * there are rules.
 */
function keyOfResponses({ scope: { space, facts }, endings }: Walk, rules: Rules): string {
  const made = endings.map(({ when, kind, origin }) => `${when} ${kind} ${origin}`);
  const changed = rules.length === 0 ? [] : [JSON.stringify(rules), facts.surroundings()];
  return String(symbolsOf(space).intern(`responses ${[...made, ...changed].join('|')}`));
}
