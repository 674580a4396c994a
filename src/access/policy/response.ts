/** The phase of the response: it may change what the client gets, never what was reached before. */
import { groupBy } from '../../model/arrays';
import { Unknown } from '../../values/known';
import { ALWAYS, type Diagram, NEVER } from '../diagram';
import { symbolsOf } from './conditions/symbols';
import type { listPolicyRules } from './document';
import { runRules } from './rules';
import { startResponse } from './scope';
import type { Built, Ending, EndKind, Walk } from './walk';

/** Whether the phase runs after such an end. The documents say so for responses of an upstream and of `custom-response`. */
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

/** What is read of a response is one unknown value: equal for equal responses. */
export function finishResponses(walk: Walk, rules: Rules): Built {
  const { space } = walk.evaluation;
  const { any, and, without } = space.diagrams;
  const whenOf = (list: readonly Ending[]): Diagram => any(list.map(({ when }) => when));
  const getsOf = (list: readonly Ending[]): Diagram => any(list.map(({ when, gets }) => and(when, gets)));
  const failuresOf = (list: readonly Ending[]): Diagram => whenOf(list.filter(({ kind }) => kind === 'failed'));
  let failed = failuresOf(walk.endings);
  const responses = describe(walk, rules);
  if (rules.length === 0) return { ...walk, gets: getsOf(walk.endings), failed, responses };
  let phase = walk;
  let gets: Diagram = NEVER;
  for (const [key, group] of groupBy(walk.endings, ({ kind, origin }) => `${kind} ${origin}`)) {
    const runs = RUNS[(group[0] as Ending).kind];
    const happens = runs === 'always' ? ALWAYS : runs === 'never' ? NEVER : space.fact(runs);
    const scope = startResponse(walk.scope, key);
    const ran = runRules({ ...phase, scope, running: and(whenOf(group), happens), endings: [] }, rules);
    failed = any([failed, failuresOf(ran.endings)]);
    gets = any([gets, getsOf(ran.endings), without(getsOf(group), whenOf(ran.endings))]);
    phase = ran;
  }
  return { ...phase, gets, failed, responses };
}

/** Rules of the phase may use any object. */
function describe({ evaluation: { space, facts }, endings }: Walk, rules: Rules): string {
  const made = endings.map(({ when, kind, origin }) => `${when} ${kind} ${origin}`);
  const changed = rules.length === 0 ? [] : [JSON.stringify(rules), facts.surroundings()];
  return String(symbolsOf(space).intern(`responses ${[...made, ...changed].join('|')}`));
}
