/**
 * Judges audit events where a stream delivers them, for accounts whose events outgrow one machine: the function that a
 * stream consumer calls with its records. Takes what a delivery stream, a data stream and a log group hand over.
 *
 * One consumer sees the events of one shard, in the order in which they were written; keep the memory for as long as the
 * consumer lives, so that repeated records are told apart.
 */
import { gunzipSync } from 'node:zlib';
import { type DriftEvent, judgeEvent, newJudgeMemory, type StatedObject } from 'netingress/drift';

/** What a consumer is called with: records of a delivery stream, of a data stream, or a batch of a log group. */
export type StreamBatch =
  | { readonly records: readonly { readonly data: string }[] }
  | { readonly Records: readonly { readonly kinesis: { readonly data: string } }[] }
  | { readonly awslogs: { readonly data: string } };

/** What is done with the findings, and what the events are judged against. */
export interface HandlerOptions {
  /** Objects of all states, read when the consumer starts and again after each deployment. */
  readonly stated: () => Promise<readonly StatedObject[]> | readonly StatedObject[];
  readonly onFinding: (finding: NonNullable<ReturnType<typeof judgeEvent>>) => Promise<void> | void;
  /** Identifiers of the keys that deployments use. */
  readonly self?: readonly string[];
}

/** A function for the platform to call. It throws for a batch it cannot read, so that the platform delivers it again. */
export function createHandler({
  stated,
  onFinding,
  self = [],
}: HandlerOptions): (batch: StreamBatch) => Promise<number> {
  const memory = newJudgeMemory();
  return async (batch) => {
    const objects = await stated();
    let findings = 0;
    for (const text of textsOf(batch)) {
      for (const event of eventsOf(text)) {
        const finding = judgeEvent(event, { stated: objects, self }, memory);
        if (!finding || finding.by?.self) continue;
        findings += 1;
        await onFinding(finding);
      }
    }
    return findings;
  };
}

/** The texts of a batch; several events may stand in one, a line each. */
function textsOf(batch: StreamBatch): string[] {
  if ('records' in batch) return batch.records.map(({ data }) => fromBase64(data).toString('utf8'));
  if ('Records' in batch) return batch.Records.map(({ kinesis }) => fromBase64(kinesis.data).toString('utf8'));
  const unpacked = JSON.parse(gunzipSync(fromBase64(batch.awslogs.data)).toString('utf8')) as {
    readonly messageType: string;
    readonly logEvents: readonly { readonly message: string }[];
  };
  // A log group sends messages of its own, to see whether somebody listens.
  return unpacked.messageType === 'DATA_MESSAGE' ? unpacked.logEvents.map(({ message }) => message) : [];
}

function eventsOf(text: string): DriftEvent[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as DriftEvent);
}

function fromBase64(data: string): Buffer {
  return Buffer.from(data, 'base64');
}
