/** The phase of the response: it may change what the client gets, never what was reached before. */
import { Unknown } from '../../values/known';
import { ALWAYS, type Diagram, NEVER } from '../diagram';
import { symbolsOf } from './conditions/symbols';
import { identifier, type Tree, value } from './conditions/tree';
import type { listRules } from './document';
import { runRules } from './rules';
import { NO_VARIABLES } from './scope';
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

export function finishResponses(walk: Walk, rules: ReturnType<typeof listRules>): Built {
  const { diagrams } = walk.evaluation.space;
  const failed = diagrams.any(walk.endings.filter(({ kind }) => kind === 'failed').map(({ when }) => when));
  const endings = rules.length === 0 ? walk.endings : groupEqual(diagrams, walk.endings);
  const gets = endings.map((ending) => {
    if (ending.when === NEVER) return NEVER;
    return diagrams.and(ending.when, rules.length === 0 ? ending.gets : runResponse(walk, rules, ending));
  });
  return {
    reaches: walk.reaches,
    sends: walk.sends,
    gets: diagrams.any(gets),
    failed,
    responses: describe(walk, rules),
  };
}

/** Rules of the phase may use any object. */
function describe({ evaluation: { space, facts }, endings }: Walk, rules: ReturnType<typeof listRules>): string {
  const made = endings.map(({ when, kind, status, origin }) => `${when} ${kind} ${status} ${origin}`);
  const changed = rules.length === 0 ? [] : [JSON.stringify(rules), facts.surroundings()];
  return String(symbolsOf(space).intern(`responses ${[...made, ...changed].join('|')}`));
}

/** Endings that are equal for the phase are one. */
function groupEqual(diagrams: Walk['evaluation']['space']['diagrams'], endings: readonly Ending[]): readonly Ending[] {
  const groups = new Map<string, Ending>();
  for (const ending of endings) {
    const key = [ending.kind, ending.gets, ending.status, ending.origin].join(' ');
    const group = groups.get(key);
    groups.set(key, group ? { ...group, when: diagrams.or(group.when, ending.when) } : ending);
  }
  return [...groups.values()];
}

/** What the client gets in the cases of one ending. */
function runResponse(walk: Walk, rules: ReturnType<typeof listRules>, ending: Ending): Diagram {
  const { space } = walk.evaluation;
  const { diagrams } = space;
  const runs = RUNS[ending.kind];
  if (runs === 'never') return ending.gets;
  const phase: Walk = {
    ...walk,
    running: ending.when,
    guard: ALWAYS,
    reaches: NEVER,
    sends: NEVER,
    endings: [],
    scope: {
      ...walk.scope,
      phase: 'on_http_response',
      variables: NO_VARIABLES,
      replaced: (path) => readResponse(walk, ending, path) ?? walk.scope.replaced(path),
    },
  };
  runRules(phase, rules);
  const happens = runs === 'always' ? ALWAYS : space.fact(runs);
  walk.reaches = diagrams.or(walk.reaches, diagrams.and(phase.reaches, happens));
  walk.sends = diagrams.or(walk.sends, diagrams.and(phase.sends, happens));
  const changed = diagrams.any(phase.endings.map((each) => diagrams.and(each.when, each.gets)));
  const unchanged = diagrams.and(phase.running, ending.gets);
  return diagrams.ifThenElse(happens, diagrams.or(changed, unchanged), ending.gets);
}

/** The status is known if an action made the response. Everything else belongs to this response only. */
function readResponse(walk: Walk, { status, origin }: Ending, path: string): Tree | undefined {
  if (!path.startsWith('res.')) return undefined;
  if (path === 'res.status_code' && status !== undefined) return value(BigInt(Math.trunc(status)));
  return identifier(symbolsOf(walk.evaluation.space).mark(path, `response ${origin}`));
}
