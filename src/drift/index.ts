/**
 * Drift detection: pure functions that compare an account, states and a synthesized configuration, and format the
 * result. The caller reads the inputs, as `netingress drift` does.
 */

// For users
export type {
  AccountInventory,
  AccountObject,
  ConfiguredResource,
  KindListing,
  ListFailure,
  StateResource,
  StateSource,
} from '../model/inventory';
export type { AccountWarning } from '../model/other-account';
export {
  createEvaluationHistory,
  type EvaluationHistory,
  type EvaluationInput,
  type EventFinding,
  evaluateEvent,
} from './attribution/evaluate-event';
export type { DriftEvent } from './attribution/history';
export { keyIdOfToken } from './compare/derived-objects';
export { type Candidate, findCandidates } from './compare/match-state-to-account';
export { FORMATS, type Format, formatDrift } from './formats';
export type { IgnoreRule } from './ignore';
export type { ConfiguredStack, DriftInput, LookupResult } from './input';
export { parseIgnoreRules } from './parse-ignore-rules';
export { type ExitPolicy, type ExitResult, evaluateReport } from './report/exit-status';
// For integrators
export type { Attribution, Author, Remedy } from './report/finding';
export { FINDING_TYPES, type Finding, type FindingType } from './report/finding';
export { applyCommand, type WorkingDirectory } from './report/remedy';
export { type Drift, detectDrift, REPORT_VERSION, type Report, type ReportInput, type Usage } from './report/report';
export { reportJsonSchema } from './report/report-schema';
