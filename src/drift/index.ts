/**
 * Drift detection as a library: pure functions from the account, the states, the declaration and events to findings and
 * reports. Whoever reads them (the command line, or a program of yours) stands outside.
 */

// For users
export type { Account, AccountObject, DeclaredObject, KindReading, ReadFailure, StatedObject } from '../model/estate';
export { keyIdOfToken } from './derived';
// For integrators
export type { Attribution, Author, Remedy } from './finding';
export { FINDING_TYPES, type Finding, type FindingType } from './finding';
export { FORMATS, type Format, formatDrift } from './formats';
export type { DriftEvent } from './history';
export type { IgnoreRule } from './ignore';
export { type Candidate, findCandidates } from './index-account';
export type { Confirmation, DeclaredInput, DeclaredStackInput, DriftInput } from './input';
export { type JudgeMemory, judgeEvent, newJudgeMemory } from './judge-event';
export { parseIgnoreRules } from './parse-ignore-rules';
export { applyCommand, type Place } from './remedy';
export { type Drift, detectDrift, REPORT_VERSION, type Report, type ReportInput, type Usage } from './report';
export { reportJsonSchema } from './report-schema';
export { exitStatus, type Judgement, judgeReport, type Verdict } from './status';
