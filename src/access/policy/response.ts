/** The phase of the response: it may change what the client gets, never what was reached before. */
import { Unknown } from '../../values/known';
import { ALWAYS, NEVER } from '../diagram';
import { symbolsOf } from './conditions/symbols';
import { identifier, type Tree, value } from './conditions/tree';
import type { listPolicyRules } from './document';
import { runRules } from './rules';
import { startPhase } from './scope';
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

export function finishResponses(walk: Walk, rules: Rules): Built {
  const { any, or, and } = walk.evaluation.space.diagrams;
  const { reaches, sends, decisions } = walk;
  const failed = any(walk.endings.filter(({ kind }) => kind === 'failed').map(({ when }) => when));
  const start: Built = { reaches, sends, decisions, gets: NEVER, failed, responses: describe(walk, rules) };
  if (rules.length === 0) return { ...start, gets: any(walk.endings.map(({ when, gets }) => and(when, gets))) };
  const phases = groupEqual(walk).map((ending) => runResponse(walk, rules, ending));
  return {
    ...start,
    reaches: or(reaches, any(phases.map((each) => each.reaches))),
    sends: or(sends, any(phases.map((each) => each.sends))),
    gets: any(phases.map((each) => each.gets)),
    decisions: [...decisions, ...phases.flatMap((each) => each.decisions)],
  };
}

/** Rules of the phase may use any object. */
function describe({ evaluation: { space, facts }, endings }: Walk, rules: Rules): string {
  const made = endings.map(({ when, kind, status, origin }) => `${when} ${kind} ${status} ${origin}`);
  const changed = rules.length === 0 ? [] : [JSON.stringify(rules), facts.surroundings()];
  return String(symbolsOf(space).intern(`responses ${[...made, ...changed].join('|')}`));
}

/** Endings that are equal for the phase are one. */
function groupEqual({ endings, evaluation }: Walk): readonly Ending[] {
  const groups = new Map<string, Ending>();
  for (const ending of endings) {
    const key = [ending.kind, ending.gets, ending.status, ending.origin].join(' ');
    const group = groups.get(key);
    groups.set(key, group ? { ...group, when: evaluation.space.diagrams.or(group.when, ending.when) } : ending);
  }
  return [...groups.values()];
}

/** What the phase does in the cases of one ending. */
function runResponse(walk: Walk, rules: Rules, ending: Ending): Omit<Built, 'failed' | 'responses'> {
  const { space } = walk.evaluation;
  const { and, or, any, ifThenElse } = space.diagrams;
  const unchanged = { reaches: NEVER, sends: NEVER, gets: and(ending.when, ending.gets), decisions: [] };
  const runs = RUNS[ending.kind];
  if (runs === 'never') return unchanged;
  const scope = {
    ...startPhase(walk.scope, 'on_http_response'),
    replaced: (path: string) => readResponse(walk, ending, path) ?? walk.scope.replaced(path),
    values: new Map(),
  };
  const phase = runRules({ ...walk, ...unchanged, running: ending.when, endings: [], scope }, rules);
  const happens = runs === 'always' ? ALWAYS : space.fact(runs);
  const changed = any(phase.endings.map((each) => and(each.when, each.gets)));
  return {
    reaches: and(phase.reaches, happens),
    sends: and(phase.sends, happens),
    decisions: phase.decisions,
    gets: ifThenElse(happens, or(changed, and(phase.running, ending.gets)), unchanged.gets),
  };
}

/** The status is known if an action made the response. Everything else belongs to this response only. */
function readResponse(walk: Walk, { status, origin }: Ending, path: string): Tree | undefined {
  if (!path.startsWith('res.')) return undefined;
  if (path === 'res.status_code' && status !== undefined) return value(BigInt(Math.trunc(status)));
  return identifier(symbolsOf(walk.evaluation.space).mark(path, `response ${origin}`));
}
