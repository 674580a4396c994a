/** The whole result of a run, which every output format is a function of. */
import { createHash } from 'node:crypto';
import { attributeChange } from '../attribution/attribution';
import { type DriftEvent, type History, readHistory } from '../attribution/history';
import { findUndone, type Undone } from '../attribution/reverted-changes';
import { findDifferences } from '../compare/compare-account';
import type { Folded } from '../compare/compare-values';
import { declarationFinder, type FindDeclaration } from '../compare/configuration-index';
import type { Derived } from '../compare/service-managed';
import { type IgnoreProblem, type IgnoreRule, siftFindings } from '../ignore';
import type { DriftInput } from '../input';
import { type Incomplete, type KindCoverage, totalCoverage } from './coverage';
import { type Picture, pictureOf } from './diagram';
import type { Difference, Finding, FindingType } from './finding';
import { FINDING_TYPES } from './finding';
import { marksFinder } from './redact-sensitive';
import { type Place, remedyFor } from './remedy';

/** Version of the report's form: another first number means that members changed their meaning or went. */
export const REPORT_VERSION = '1.0';

/** What was spent on reading the account. */
export interface Usage {
  /** HTTP requests to the service, retries included. */
  readonly requests: number;
  /** Pages of lists among them. */
  readonly pages: number;
}

/** A report. Nothing in it depends on when or where it was made, so that equal inputs give equal bytes. */
export interface Report {
  readonly version: typeof REPORT_VERSION;
  /** `agreement`, `differences`, or `incomplete` where something could not be looked at. */
  readonly result: 'agreement' | 'differences' | 'incomplete';
  /** What differs, in a fixed order. */
  readonly findings: readonly Finding[];
  /** How many findings there are of each type. */
  readonly counts: Readonly<Record<FindingType, number>>;
  /** What ignore rules left out, with the rule's reason. */
  readonly ignored: readonly {
    readonly fingerprint: string;
    readonly type: FindingType;
    readonly kind: string;
    readonly id: string | null;
    readonly path: string | null;
    readonly reason: string;
  }[];
  /** Ignore rules that expired or match nothing. */
  readonly ignore_problems: readonly IgnoreProblem[];
  /** Made and undone in between; empty without events. */
  readonly undone: readonly Undone[];
  /** How much of the account is managed. */
  readonly coverage: { readonly total: Omit<KindCoverage, 'kind'>; readonly kinds: readonly KindCoverage[] };
  /** Objects that the service made by itself, and this run's own key. */
  readonly derived: readonly Derived[];
  /** Fields that differ in nothing that matters, by why. */
  readonly folded: Folded;
  /** What could not be looked at, and why. */
  readonly incomplete: readonly Incomplete[];
  /** What was not looked at because nobody gave it. */
  readonly not_looked_at: readonly ('pending' | 'events')[];
  /** What was spent on reading the account. */
  readonly usage: Usage;
}

/** Everything a report is made of. */
export interface ReportInput extends DriftInput {
  /** What was spent on reading the account. */
  readonly usage: Usage;
  /** Undefined when no events were given. */
  readonly events?: Iterable<DriftEvent> | undefined;
  /** What is wrong with the events that were given. */
  readonly eventProblems?: readonly string[] | undefined;
  /** Identifiers of keys whose changes are the pipeline's own. */
  readonly self?: readonly string[] | undefined;
  /** Rules for what is left out; none by default. */
  readonly ignore?: readonly IgnoreRule[] | undefined;
  /** A day, `2026-11-21`: which ignore rules are expired depends on it, and nothing else does. */
  readonly today: string;
  /** Where each state is deployed from, for remedies; by default they name no folder. */
  readonly places?: readonly Place[] | undefined;
}

/** A report, and the picture of the account that the HTML page draws. */
export interface Drift {
  /** What every format but the page shows. */
  readonly report: Report;
  /** What the page draws beside it. */
  readonly picture: Picture;
}

/** Compares, attributes, ignores and sums up. Pure. */
export function detectDrift(input: ReportInput): Drift {
  const { declared, ignore = [], self = [], places = [] } = input;
  const found = findDifferences(input);
  const history = input.events && readHistory(input.events);
  const findDeclaration = declarationFinder(declared ?? []);
  const all = found.differences.map((difference) => findingOf(difference, history, self, findDeclaration, places));
  const { kept, ignored, problems } = siftFindings(all, ignore, input.today);
  const incomplete = [...found.incomplete, ...(input.eventProblems ?? []).map(eventProblem)];
  const report: Report = {
    version: REPORT_VERSION,
    result: incomplete.length > 0 ? 'incomplete' : kept.length > 0 ? 'differences' : 'agreement',
    findings: kept,
    counts: Object.fromEntries(
      FINDING_TYPES.map((type) => [type, kept.filter((finding) => finding.type === type).length]),
    ) as Record<FindingType, number>,
    ignored: ignored.map(({ finding: { fingerprint, type, kind, id, path }, rule: { reason } }) => ({
      fingerprint,
      type,
      kind,
      id,
      path,
      reason,
    })),
    ignore_problems: problems,
    undone: history ? findUndone(history, self, marksFinder(input.stated)) : [],
    coverage: { total: totalCoverage(found.coverage), kinds: found.coverage },
    derived: found.derived,
    folded: found.folded,
    incomplete,
    not_looked_at: [...(declared ? [] : ['pending' as const]), ...(history ? [] : ['events' as const])],
    usage: input.usage,
  };
  return { report, picture: pictureOf(input, kept) };
}

function findingOf(
  difference: Difference,
  history: History | undefined,
  self: readonly string[],
  findDeclaration: FindDeclaration,
  places: readonly Place[],
): Finding {
  const { trace, ...what } = difference;
  const attributed = attributeChange(trace, history, self);
  const { remedy, construct } = remedyFor(difference, findDeclaration, places);
  const { type, kind, id, name, address, state, path, before, after, also } = what;
  return {
    fingerprint: fingerprintOf(difference),
    type,
    kind,
    id,
    name,
    address,
    state,
    construct,
    path,
    before,
    after,
    also,
    by: 'by' in attributed ? attributed.by : null,
    unattributed: 'unattributed' in attributed ? attributed.unattributed : null,
    remedy,
  };
}

/** Of what identifies a difference, not of its values: the finding stays the same one while a field changes on. */
function fingerprintOf({ type, kind, id, address, state, path }: Difference): string {
  return createHash('sha256')
    .update(JSON.stringify([type, kind, id, address, state, path]))
    .digest('hex')
    .slice(0, 16);
}

function eventProblem(message: string): Incomplete {
  return { kind: 'events', reason: 'events', status: null, code: null, message, read: 0 };
}
