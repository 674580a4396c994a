/**
 * Drift detection as a library: pure functions from the account, the states, the declaration and events to findings and
 * reports. Whoever reads them (the command line, or a program of yours) stands outside.
 */

// For users
export type {
  AccountInventory,
  AccountObject,
  ConfiguredResource,
  KindListing,
  ListFailure,
  StateResource,
} from '../model/inventory';
export { type JudgeMemory, judgeEvent, newJudgeMemory } from './attribution/evaluate-event';
export type { DriftEvent } from './attribution/history';
export { type Candidate, findCandidates } from './compare/match-state-to-account';
export { keyIdOfToken } from './compare/service-managed';
export { FORMATS, type Format, formatDrift } from './formats';
export type { IgnoreRule } from './ignore';
export type { Confirmation, DeclaredInput, DeclaredStackInput, DriftInput } from './input';
export { parseIgnoreRules } from './parse-ignore-rules';
export { exitStatus, type Judgement, judgeReport, type Verdict } from './report/exit-status';
// For integrators
export type { Attribution, Author, Remedy } from './report/finding';
export { FINDING_TYPES, type Finding, type FindingType } from './report/finding';
export { applyCommand, type Place } from './report/remedy';
export { type Drift, detectDrift, REPORT_VERSION, type Report, type ReportInput, type Usage } from './report/report';
export { reportJsonSchema } from './report/report-schema';
