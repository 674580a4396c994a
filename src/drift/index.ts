/**
 * Drift detection as a library: pure functions from the account, the states, the declaration and events to findings and
 * reports. Whoever reads them (the command line, or a program of yours) stands outside.
 */

// For users
export type { Account, AccountObject, DeclaredObject, KindReading, ReadFailure, StatedObject } from '../model/inventory';
export { keyIdOfToken } from './compare/service-managed';
// For integrators
export type { Attribution, Author, Remedy } from './report/finding';
export { FINDING_TYPES, type Finding, type FindingType } from './report/finding';
export { FORMATS, type Format, formatDrift } from './formats';
export type { DriftEvent } from './attribution/history';
export type { IgnoreRule } from './ignore';
export { type Candidate, findCandidates } from './compare/match-state-to-account';
export type { Confirmation, DeclaredInput, DeclaredStackInput, DriftInput } from './input';
export { type JudgeMemory, judgeEvent, newJudgeMemory } from './attribution/evaluate-event';
export { parseIgnoreRules } from './parse-ignore-rules';
export { applyCommand, type Place } from './report/remedy';
export { type Drift, detectDrift, REPORT_VERSION, type Report, type ReportInput, type Usage } from './report/report';
export { reportJsonSchema } from './report/report-schema';
export { exitStatus, type Judgement, judgeReport, type Verdict } from './report/exit-status';
