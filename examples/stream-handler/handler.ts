/**
 * Evaluates audit events in a stream consumer, for accounts with more events than one machine handles. Accepts the
 * records of a delivery stream, a data stream and a log group.
 *
 * A consumer receives the events of one shard in order. It keeps its evaluation state, to detect repeated records.
 */
import { createEvaluationHistory, evaluateEvent, type StateResource } from 'netingress/drift';
import { parseEvents } from 'netingress/events';

export interface HandlerOptions {
  /** Returns the resources of all states, as of the last deployment. */
  readonly readStateResources: () => Promise<readonly StateResource[]> | readonly StateResource[];
  readonly onFinding: (finding: NonNullable<ReturnType<typeof evaluateEvent>>) => Promise<void> | void;
  /** Identifiers of the API keys that deployments use. */
  readonly ownKeys?: readonly string[];
}

/**
 * Returns the function that the platform calls with each batch. It evaluates all events of the batch, then throws if a
 * record is invalid, so that the platform retries or sets aside the batch.
 */
export function createHandler({
  readStateResources,
  onFinding,
  ownKeys = [],
}: HandlerOptions): (batch: object) => Promise<number> {
  const history = createEvaluationHistory();
  return async (batch) => {
    const stateResources = await readStateResources();
    let findings = 0;
    let invalid: Error | undefined;
    for await (const { event, error } of parseEvents(batch)) {
      invalid ??= error;
      const finding = event && evaluateEvent(event, { stateResources, ownKeys }, history);
      if (!finding || finding.attribution?.own_key) continue;
      findings += 1;
      await onFinding(finding);
    }
    if (invalid) throw invalid;
    return findings;
  };
}
