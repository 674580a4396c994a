/** Evaluates audit events against the states, for consumers of streams: pure functions. `netingress drift` compares an account. */
export type { ConfiguredResource, StateResource, StateSource } from '../model/inventory';
export {
  createEvaluationHistory,
  type EvaluationHistory,
  type EvaluationInput,
  type EventFinding,
  evaluateEvent,
} from './attribution/evaluate-event';
export type { DriftEvent } from './attribution/history';
export type { Attribution, Author, Finding, FindingType, Remedy } from './report/finding';
export type { WorkingDirectory } from './report/remedy';
