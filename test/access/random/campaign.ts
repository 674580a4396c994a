import { picker } from '../../fuzz';
import * as engine from '../engine';
import type { Account } from '../reference/account';
import { type Candidates, collectCandidates } from '../reference/candidates';
import { decideEndpoint, decideRestriction, type GivenRequest } from '../reference/truth';
import { TooManyWorlds } from '../reference/world';
import { restrictions } from './groups';
import { URL_A } from './parts';
import { oneOf, type Pick } from './pick';

/**
 * What was judged, with the words of one campaign: `always`, `never`, `depends`, or `sure`, `none`, `possible`. The
 * truth is what the reference finds. It tries a few requests and values (reference/candidates.ts), so it may find
 * `always` or `never` where another request would make it `depends`.
 */
export interface Tally {
  decisions: number;
  /** Decisions by what the reference finds. */
  readonly truths: Record<string, number>;
  /** Decisions of which the reference finds that they do not depend on what is open. */
  decidable: number;
  decided: number;
  /** The engine is certain, and the reference finds something else. */
  readonly wrong: string[];
  /** Decidable and not decided by the engine, which may be right: see above. */
  readonly undecided: string[];
  /** Those that have more worlds than can be visited. They are not in `decisions`. */
  skipped: number;
}

export function newTally(): Tally {
  return { decisions: 0, decidable: 0, decided: 0, skipped: 0, truths: {}, wrong: [], undecided: [] };
}

/** `open`: the word for what is not certain. */
export function count<T extends string>(tally: Tally, truth: T, says: T, open: T, describe: () => string): void {
  tally.decisions++;
  tally.truths[truth] = (tally.truths[truth] ?? 0) + 1;
  if (truth !== open) tally.decidable++;
  if (says === open && truth === open) return;
  if (says === truth) tally.decided++;
  else (says === open ? tally.undecided : tally.wrong).push(`engine ${says}, truth ${truth}: ${describe()}`);
}

const ADDRESSES = 3;

/** About 12 decisions for each account: three addresses, each with any request and with one. */
function judgeAccount(tally: Tally, account: Account, pick: Pick): void {
  const candidates = collectCandidates([account]);
  const decideByEngine = engine.decideEndpoint(account, URL_A);
  for (let index = 0; index < ADDRESSES; index++) {
    const address = oneOf(pick, candidates.addresses);
    for (const given of [undefined, randomRequest(pick, candidates)]) {
      try {
        const truth = decideEndpoint(account, { address, origin: URL_A }, given, candidates);
        const decision = decideByEngine(address, given);
        for (const aspect of ['reaches', 'gets'] as const)
          count(tally, truth[aspect], decision[aspect], 'depends', () =>
            [`${aspect} from ${address} ${JSON.stringify(given ?? 'any request')}`, render(account)].join('\n  '),
          );
      } catch (error) {
        if (!(error instanceof TooManyWorlds)) throw error;
        // Of `reaches` and of `gets`.
        tally.skipped += 2;
      }
    }
  }
}

function randomRequest(pick: Pick, candidates: Candidates): GivenRequest {
  return {
    method: oneOf(pick, candidates.methods),
    path: oneOf(pick, candidates.paths),
    query: oneOf(pick, candidates.queries),
    headers: Object.fromEntries(
      candidates.headerNames.flatMap((name) => (pick(2) === 0 ? [] : [[name, oneOf(pick, candidates.values)]])),
    ),
  };
}

export function render({ endpoints, rules, unread, holes }: Account): string {
  const used = Object.entries(holes).filter(([name]) => JSON.stringify([endpoints, rules]).includes(name));
  const text = [
    ...[...endpoints, rules].map((each) => JSON.stringify(each)),
    `not read: ${JSON.stringify(unread)}`,
    ...used.map(([name, values]) => `${name}: ${JSON.stringify(values)}`),
  ].join('\n  ');
  return text.replaceAll('\ue000', '<').replaceAll('\ue001', '>');
}

/** Judges accounts of one group until there are enough decisions. */
export function judgeGroup(make: (pick: Pick) => Account, seed: number, decisions: number): Tally {
  const tally = newTally();
  const pick = picker(seed);
  while (tally.decisions < decisions) judgeAccount(tally, make(pick), pick);
  return tally;
}

export function judgeRestrictions(seed: number, decisions: number): Tally {
  const tally = newTally();
  const pick = picker(seed);
  while (tally.decisions < decisions) {
    const account = restrictions(pick);
    // Chosen: most restrictions of the generator are of the type `api`. Those of the type `agent` affect neither.
    const type = oneOf(pick, ['api', 'api', 'dashboard']);
    const decideByEngine = engine.decideRestriction(account, type);
    for (const address of collectCandidates([account]).addresses) {
      const describe = (): string => `${type} ${address} ${JSON.stringify(account)}`;
      count(tally, decideRestriction(account, type, address), decideByEngine(address), 'depends', describe);
    }
  }
  return tally;
}

export function summarize(name: string, tally: Tally, more = ''): string {
  const { decisions, truths, decidable, decided, wrong, skipped } = tally;
  const share = decidable === 0 ? 100 : (100 * decided) / decidable;
  return `${name}:${more} ${decisions} decisions (${JSON.stringify(truths)}), decided ${decided} of ${decidable} (${share.toFixed(1)} %), wrong ${wrong.length}, skipped ${skipped}`;
}
