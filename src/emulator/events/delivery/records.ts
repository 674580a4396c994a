/** What a consumer of each kind of destination reads, so that a parser can be tried on exactly that. */
import { gzipSync } from 'node:zlib';
import type { JsonObject } from '../../../model/json';
import { derivedId } from '../../crypto/ids';
import { tryFind } from '../../objects/store';
import type { Account } from '../../state/state';
import type { Delivery, Receiver } from './delivery';
import { receiverOf } from './match-subscriptions';

/**
 * All that a destination received and that is kept, as one batch of its kind: base64 records of a delivery stream or a
 * data stream, or the gzip-wrapped batch of a log group. Undefined for an identifier that was never delivered to and is
 * no destination.
 */
export function recordsOf({ store, deliveries }: Account, destination: string): JsonObject | undefined {
  const received = deliveries.entries.filter(({ receivers }) => receivers.some(({ id }) => id === destination));
  const existing = tryFind(store, 'event_destination', destination);
  const receiver = existing ? receiverOf(existing) : received.at(-1)?.receivers.find(({ id }) => id === destination);
  return receiver && batchOf(receiver, received);
}

function batchOf(receiver: Receiver, deliveries: readonly Delivery[]): JsonObject {
  switch (receiver.target) {
    case 'delivery_stream':
      return deliveryStreamBatch(receiver, deliveries);
    case 'data_stream':
      return dataStreamBatch(receiver, deliveries);
    case 'log_group':
      return logGroupBatch(receiver, deliveries);
  }
}

/** As a function that a delivery stream calls gets it: several events of a stream may also stand in one record. */
function deliveryStreamBatch({ id, resource }: Receiver, deliveries: readonly Delivery[]): JsonObject {
  return {
    invocationId: derivedId('invocation', id),
    deliveryStreamArn: resource,
    records: deliveries.map((delivery) => ({
      recordId: recordId(delivery),
      approximateArrivalTimestamp: millisecondsOf(delivery),
      // Records of a delivery stream are put one behind the other at their destination, so each ends its line.
      data: base64(`${delivery.text}\n`),
    })),
  };
}

/** As a function that reads a data stream gets it. */
function dataStreamBatch({ resource }: Receiver, deliveries: readonly Delivery[]): JsonObject {
  return {
    Records: deliveries.map((delivery, index) => ({
      eventID: recordId(delivery),
      eventSource: 'aws:kinesis',
      eventSourceARN: resource,
      kinesis: {
        kinesisSchemaVersion: '1.0',
        partitionKey: delivery.event.event_id,
        sequenceNumber: String(index + 1),
        approximateArrivalTimestamp: millisecondsOf(delivery) / 1000,
        data: base64(delivery.text),
      },
    })),
  };
}

/** As a function that a log group's subscription calls gets it. */
function logGroupBatch({ resource }: Receiver, deliveries: readonly Delivery[]): JsonObject {
  const batch = {
    messageType: 'DATA_MESSAGE',
    owner: deliveries[0]?.event.account_id ?? '',
    logGroup: resource,
    logStream: 'events',
    subscriptionFilters: ['all'],
    logEvents: deliveries.map((delivery) => ({
      id: recordId(delivery),
      timestamp: millisecondsOf(delivery),
      message: delivery.text,
    })),
  };
  return { awslogs: { data: gzipSync(JSON.stringify(batch)).toString('base64') } };
}

function recordId({ event, subscription }: Delivery): string {
  return `${event.event_id}:${subscription}`;
}

function millisecondsOf({ event }: Delivery): number {
  return Date.parse(event.event_timestamp);
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
