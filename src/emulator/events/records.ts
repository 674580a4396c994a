/**
 * What a function of AWS Lambda receives of Data Firehose, Kinesis Data Streams or CloudWatch Logs. Ids, sequence
 * numbers, the stream and the filter of the log group are made up, and the owner is the account of the service.
 */
import { gzipSync } from 'node:zlib';
import type { JsonObject } from '../../values/json';
import { deriveId } from '../crypto/ids';
import type { Delivery, Receiver, TargetKind } from './event';
import { deliveryKey } from './follow';

/** The destination as it was at the last kept event that it received. It may have been deleted since. */
export function findReceiver(deliveries: readonly Delivery[], destination: string): Receiver | undefined {
  return deliveries.flatMap(({ receivers }) => receivers.filter(({ id }) => id === destination)).at(-1);
}

/** Undefined for targets of other kinds. */
export function toRecords(deliveries: readonly Delivery[], receiver: Receiver): JsonObject | undefined {
  const received = deliveries.filter(({ receivers }) => receivers.some(({ id }) => id === receiver.id));
  return BATCHES[receiver.target]?.(receiver, received);
}

const BATCHES: Readonly<
  Partial<Record<TargetKind, (receiver: Receiver, deliveries: readonly Delivery[]) => JsonObject>>
> = {
  delivery_stream: ({ id, resource }, deliveries) => ({
    invocationId: deriveId('invocation', id),
    deliveryStreamArn: resource,
    records: deliveries.map((delivery) => ({
      recordId: deliveryKey(delivery),
      approximateArrivalTimestamp: parseTimeMs(delivery),
      // The target concatenates the records of a delivery stream, so each ends its line.
      data: encodeBase64(`${delivery.json}\n`),
    })),
  }),

  data_stream: ({ resource }, deliveries) => ({
    Records: deliveries.map((delivery, index) => ({
      eventID: deliveryKey(delivery),
      eventSource: 'aws:kinesis',
      eventSourceARN: resource,
      kinesis: {
        kinesisSchemaVersion: '1.0',
        partitionKey: delivery.event.event_id,
        sequenceNumber: String(index + 1),
        approximateArrivalTimestamp: parseTimeMs(delivery) / 1000,
        data: encodeBase64(delivery.json),
      },
    })),
  }),

  log_group: ({ resource }, deliveries) => {
    const batch = {
      messageType: 'DATA_MESSAGE',
      owner: deliveries[0]?.event.account_id ?? '',
      logGroup: resource,
      logStream: 'events',
      subscriptionFilters: ['all'],
      logEvents: deliveries.map((delivery) => ({
        id: deliveryKey(delivery),
        timestamp: parseTimeMs(delivery),
        message: delivery.json,
      })),
    };
    return { awslogs: { data: gzipSync(JSON.stringify(batch)).toString('base64') } };
  },
};

function parseTimeMs({ event }: Delivery): number {
  return Date.parse(event.event_timestamp);
}

function encodeBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}
