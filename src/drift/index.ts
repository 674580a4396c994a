/** Evaluates audit events against the states, for consumers of streams: pure functions. `netingress drift` compares an account. */
export type { DriftEvent } from '../events/dated-event';
export type { ConfiguredResource, StateResource, StateSource, WorkingDirectory } from '../model/inventory';
export type { Attribution, Author, Finding, FindingType, Remedy } from './compare/finding';
export {
  createEvaluationHistory,
  type EvaluationHistory,
  type EvaluationInput,
  type EventFinding,
  evaluateEvent,
} from './evaluate-event';
