import type { Attributes, ObjectAttribute } from '../kind';
import { commonAttributes, defineKind, optionalText, requiredText } from './common';

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
        role_rn: requiredText('Resource name of the role.', {
          format: 'resource_name',
          byProfile: { ngrok: { format: 'role_arn' } },
          errorCode: 5104,
        }),
      },
    },
    creds: {
      type: 'object',
      presence: 'optional',
      doc: 'An access key of the cloud provider.',
      attributes: {
        cloud_access_key_id: requiredText('Identifier part of the access key.', { errorCode: 240 }),
        cloud_secret_access_key: optionalText('Secret part of the access key. No response contains it.', {
          sensitive: true,
          omittedFromResponses: 'always',
          requiredOnCreate: true,
          hasWriteOnlyVariant: true,
          errorCode: 240,
        }),
      },
    },
  },
};

function target(what: string, member: string, memberDoc: string): ObjectAttribute {
  const attributes: Attributes = {
    auth,
    [member]: requiredText(memberDoc, {
      format: 'resource_name',
      byProfile: { ngrok: { format: 'arn' } },
      errorCode: 5120,
    }),
  };
  return {
    type: 'object',
    presence: 'optional',
    requiresReplace: 'if-presence-changes',
    attributes,
    doc: `Delivers to ${what}.`,
  };
}

export const eventDestination = defineKind({
  name: 'event_destination',
  title: 'event destination',
  doc: 'A receiver of events: a delivery stream, a data stream or a log group of a cloud provider.',
  idPrefix: 'ed',
  errorCodes: { notFound: 5103, limit: 5102 },
  attributes: {
    ...commonAttributes('Receiver of the events.'),
    format: requiredText('Serialization format of events. Only `JSON` is supported; case is ignored.', {
      enum: ['JSON'],
      equality: 'ignore_case',
      errorCode: 235,
    }),
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
});
