/**
 * Judges audit events where a stream delivers them, for accounts whose events outgrow one machine: the function that a
 * stream consumer calls with its records. Takes what a delivery stream, a data stream and a log group hand over.
 *
 * One consumer sees the events of one shard, in the order in which they were written; keep the memory for as long as the
 * consumer lives, so that repeated records are told apart.
 */
import { judgeEvent, newJudgeMemory, type StateResource } from 'netingress/drift';
import { parseEvents } from 'netingress/events';

/** What is done with the findings, and what the events are judged against. */
export interface HandlerOptions {
  /** Objects of all states, read when the consumer starts and again after each deployment. */
  readonly stated: () => Promise<readonly StateResource[]> | readonly StateResource[];
  readonly onFinding: (finding: NonNullable<ReturnType<typeof judgeEvent>>) => Promise<void> | void;
  /** Identifiers of the keys that deployments use. */
  readonly self?: readonly string[];
}

/**
 * A function for the platform to call with its records, of any of the three kinds. It throws for a batch that holds what
 * cannot be read, after judging the rest, so that the platform delivers it again or puts it aside.
 */
export function createHandler({ stated, onFinding, self = [] }: HandlerOptions): (batch: object) => Promise<number> {
  const memory = newJudgeMemory();
  return async (batch) => {
    const objects = await stated();
    let findings = 0;
    let broken: Error | undefined;
    for await (const { event, error } of parseEvents(batch)) {
      broken ??= error;
      const finding = event && judgeEvent(event, { stated: objects, self }, memory);
      if (!finding || finding.by?.self) continue;
      findings += 1;
      await onFinding(finding);
    }
    if (broken) throw broken;
    return findings;
  };
}
