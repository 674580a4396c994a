import type { Attributes, Kind, ObjectAttribute } from '../kind';
import { commonAttributes } from './common';

const auth: ObjectAttribute = {
  type: 'object',
  presence: 'required',
  exactlyOne: ['role', 'creds'],
  exactlyOneErrorCodes: { none: 5107, several: 5116 },
  errorCode: 5106,
  doc: 'Credentials of the service at the cloud provider: exactly one of `role` and `creds`.',
  attributes: {
    role: {
      type: 'object',
      presence: 'optional',
      doc: 'A role that the service assumes.',
      attributes: {
        role_rn: {
          type: 'string',
          presence: 'required',
          format: 'resource_name',
          byProfile: { ngrok: { format: 'role_arn' } },
          errorCode: 5104,
          doc: 'Resource name of the role.',
        },
      },
    },
    creds: {
      type: 'object',
      presence: 'optional',
      doc: 'An access key of the cloud provider.',
      attributes: {
        cloud_access_key_id: {
          type: 'string',
          presence: 'required',
          errorCode: 240,
          doc: 'Identifier part of the access key.',
        },
        cloud_secret_access_key: {
          type: 'string',
          presence: 'optional',
          sensitive: true,
          readback: 'never',
          requiredOnCreate: true,
          hasWriteOnlyVariant: true,
          errorCode: 240,
          doc: 'Secret part of the access key. No response contains it.',
        },
      },
    },
  },
};

function target(what: string, member: string, memberDoc: string): ObjectAttribute {
  const attributes: Attributes = {
    auth,
    [member]: {
      type: 'string',
      presence: 'required',
      format: 'resource_name',
      byProfile: { ngrok: { format: 'arn' } },
      errorCode: 5120,
      doc: memberDoc,
    },
  };
  return {
    type: 'object',
    presence: 'optional',
    requiresReplace: 'if-presence-changes',
    attributes,
    doc: `Delivers to ${what}.`,
  };
}

export const eventDestination: Kind = {
  name: 'event_destination',
  plural: 'event_destinations',
  title: 'event destination',
  doc: 'A receiver of events: a delivery stream, a data stream or a log group of a cloud provider.',
  path: '/event_destinations',
  listKey: 'event_destinations',
  idPrefix: 'ed',
  audited: true,
  listFilter: true,
  errorCodes: { notFound: 5103 },
  attributes: {
    ...commonAttributes('Receiver of the events.'),
    format: {
      type: 'string',
      presence: 'required',
      enum: ['JSON'],
      equality: 'case',
      errorCode: 235,
      doc: 'Serialization format of events. Only `JSON` is supported; case is ignored.',
    },
    target: {
      type: 'object',
      presence: 'required',
      exactlyOne: ['delivery_stream', 'data_stream', 'log_group'],
      exactlyOneErrorCodes: { none: 236, several: 5115, changed: 5108 },
      errorCode: 236,
      doc: 'The receiver: exactly one of `delivery_stream`, `data_stream` and `log_group`.',
      docOnChange: 'Another type of receiver replaces the destination.',
      attributes: {
        delivery_stream: target(
          'a stream-delivery service',
          'delivery_stream_rn',
          'Resource name of the delivery stream.',
        ),
        data_stream: target('a data streaming service', 'stream_rn', 'Resource name of the data stream.'),
        log_group: target('a log service', 'log_group_rn', 'Resource name of the log group.'),
      },
    },
  },
};
