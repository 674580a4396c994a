/** Evaluates audit events against the states, for consumers of streams: pure functions. `netingress drift` compares an account. */
export type { ConfiguredResource, StateResource, StateSource } from '../model/inventory';
export type { DriftEvent } from './attribution/history';
export type { Attribution, Author, Finding, FindingType, Remedy } from './compare/finding';
export type { WorkingDirectory } from './compare/remedy';
export {
  createEvaluationHistory,
  type EvaluationHistory,
  type EvaluationInput,
  type EventFinding,
  evaluateEvent,
} from './evaluate-event';
