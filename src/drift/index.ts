/**
 * The entry `netingress/drift` of the package: compares single audit events with the states, for consumers of streams.
 * It sends no requests and reads no files; `evaluateEvent` changes only the history that it is given. The command
 * `netingress drift` is in command.ts and not exported.
 */
export type { DeliveredAuditEvent } from '../events/dated-event';
export type { ConfiguredResource, StateResource, StateSource, WorkingDirectory } from '../model/inventory';
export type { Attribution, Author, Finding, FindingType, Remedy } from './compare/finding';
export {
  createEvaluationHistory,
  type EvaluationHistory,
  type EvaluationInput,
  type EventFinding,
  evaluateEvent,
} from './evaluate-event';
