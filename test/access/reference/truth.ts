/** What is true in every world, in none, or in some. */
import type { Account } from './account';
import { type Candidates, collectCandidates } from './candidates';
import { evaluateRequest, type Outcome } from './evaluate';
import type { Client } from './request';
import { evaluateRestriction } from './restriction';
import { isTrueForSome, visitWorlds, type World } from './world';

export type Truth = 'always' | 'never' | 'depends';

/** A request. A header that it does not name is absent; what the client shows to actions may be anything. */
export interface GivenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface EndpointTruth {
  /** The request reaches an upstream, also that of an `http-request`. */
  readonly reaches: Truth;
  /** The client gets a final response below 400, or a redirect elsewhere. */
  readonly gets: Truth;
}

export function decideEndpoint(
  account: Account,
  client: Client,
  given?: GivenRequest,
  candidates = collectCandidates([account]),
): EndpointTruth {
  const seen: Record<keyof EndpointTruth, Set<boolean>> = { reaches: new Set(), gets: new Set() };
  visitWorlds(
    (world) => {
      const outcome = evaluateRequest(world, account, candidates, client);
      seen.reaches.add(outcome.reaches || outcome.sends);
      seen.gets.add(outcome.gets);
      return seen.reaches.size < 2 || seen.gets.size < 2;
    },
    given ? fix(given, candidates) : {},
  );
  return { reaches: toTruth(seen.reaches), gets: toTruth(seen.gets) };
}

export function decideRestriction(account: Account, type: string, address: string): Truth {
  const seen = new Set<boolean>();
  visitWorlds((world) => {
    seen.add(evaluateRestriction(world, account, type, address));
    return seen.size < 2;
  });
  return toTruth(seen);
}

function toTruth(seen: ReadonlySet<boolean>): Truth {
  return seen.size === 2 ? 'depends' : seen.has(true) ? 'always' : 'never';
}

function fix({ method, path, query, headers }: GivenRequest, { headerNames }: Candidates): Record<string, unknown> {
  return {
    'req.method': method,
    'req.path': path,
    'req.query': query,
    ...Object.fromEntries(headerNames.map((name) => [`header ${name}`, headers[name]])),
  };
}

export interface ComparedTruth {
  /** In some world the client is admitted after and not before. */
  readonly isNew: boolean;
  /** However the documents are read, and whatever is not known, some request is admitted after and not before. */
  readonly isSurelyNew: boolean;
}

/** What the client chooses: its request, and what it shows to actions. Everything else is not known. */
const isOfRequest = (key: string): boolean => /^(req\.|header |shown as )/.test(key);

/** Compares what is reached, what is sent, and what the client gets. A client can choose any member of a pool. */
export function compareEndpoint(
  before: Account,
  after: Account,
  client: Client,
  given?: GivenRequest,
  candidates = collectCandidates([before, after]),
): ComparedTruth {
  const admits = (world: World, account: Account, aspect: keyof Outcome): boolean =>
    isTrueForSome(
      world,
      (key) => key.startsWith('pool '),
      (inner) => evaluateRequest(inner, { ...account, agentsMayComeOnline: true }, candidates, client)[aspect],
    );
  const isAdmitted = (world: World): boolean =>
    (['reaches', 'sends', 'gets'] as const).some(
      (aspect) => admits(world, after, aspect) && !admits(world, before, aspect),
    );
  return visitChanges(isAdmitted, given ? fix(given, candidates) : {});
}

/** The same for a type of restrictions. */
export function compareRestriction(before: Account, after: Account, type: string, address: string): ComparedTruth {
  const admits = (world: World, account: Account): boolean => evaluateRestriction(world, account, type, address);
  return visitChanges((world) => admits(world, after) && !admits(world, before));
}

function visitChanges(isAdmitted: (world: World) => boolean, fixed: Record<string, unknown> = {}): ComparedTruth {
  let isNew = false;
  let isSurelyNew = true;
  visitWorlds(
    (facts) => {
      let found = false;
      visitWorlds(
        (request) => {
          const shown = new Map<string, boolean>();
          found = isAdmitted({
            choose(key, options) {
              const chosen = (isOfRequest(key) ? request : facts).choose(key, options);
              if (key.startsWith('shown as ')) shown.set(key, chosen === true);
              return chosen;
            },
          });
          found &&= canShow(facts, shown);
          return !found;
        },
        fixed,
        COMPARED_WORLDS,
      );
      isNew ||= found;
      isSurelyNew &&= found;
      return !isNew || isSurelyNew;
    },
    {},
    COMPARED_WORLDS,
  );
  return { isNew, isSurelyNew };
}

/**
 * Whether one client can show all of this. Two actions that read the same, such as `basic-auth` twice, may accept the
 * same credentials, none in common, or some. A client can show what only one of them accepts unless they accept the
 * same, and what both accept unless they have none in common.
 */
function canShow(facts: World, shown: ReadonlyMap<string, boolean>): boolean {
  const groups = new Map<string, boolean[]>();
  for (const [key, isShown] of shown) {
    const name = key.slice(0, key.indexOf(':'));
    groups.set(name, [...(groups.get(name) ?? []), isShown]);
  }
  return [...groups].every(([name, all]) => {
    const count = all.filter(Boolean).length;
    if (all.length === 1 || count === 0) return true;
    const accepted = facts.choose(`what is ${name} by several actions`, [
      'overlaps',
      'is the same',
      'has nothing in common',
    ]);
    return accepted === 'overlaps' || count === (accepted === 'is the same' ? all.length : 1);
  });
}

/** At most this many cases of what is not known, and this many requests in each. More is an error, `TooManyWorlds`. */
const COMPARED_WORLDS = 2_000;
