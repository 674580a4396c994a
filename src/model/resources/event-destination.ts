import type { Attributes, FormatName, ObjectAttribute, ScalarAttribute } from '../kind';
import { commonAttributes, defineKind, optionalText, requiredText } from './common';

const auth: ObjectAttribute = {
  type: 'object',
  presence: 'required',
  exactlyOne: ['role', 'creds'],
  doc: 'Credentials of the service at the cloud provider: exactly one of `role` and `creds`.',
  attributes: {
    role: {
      type: 'object',
      presence: 'optional',
      doc: 'A role that the service assumes.',
      attributes: {
        role_rn: requiredText('Resource name of the role, as the cloud provider shows it: in AWS the ARN.', {
          format: 'resource_name',
          byProfile: { ngrok: { format: 'role_arn' } },
        }),
      },
    },
    creds: {
      type: 'object',
      presence: 'optional',
      doc: 'An access key of the cloud provider.',
      attributes: {
        cloud_access_key_id: requiredText('Identifier part of the access key.'),
        cloud_secret_access_key: secretText('Secret part of the access key.'),
      },
    },
  },
};

function target(what: string, member: string, memberDoc: string, arn: FormatName): ObjectAttribute {
  const attributes: Attributes = {
    auth,
    [member]: requiredText(memberDoc, {
      format: 'resource_name',
      byProfile: { ngrok: { format: arn } },
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

function secretText(doc: string): ScalarAttribute {
  return optionalText(`${doc} No response contains it.`, {
    sensitive: true,
    omittedFromResponses: 'always',
    requiredOnCreate: true,
    hasWriteOnlyVariant: true,
  });
}

const profileTarget = {
  type: 'object',
  presence: 'optional',
  profiles: ['ngrok'],
  requiresReplace: 'if-presence-changes',
} as const;

const datadog: ObjectAttribute = {
  ...profileTarget,
  doc: 'Delivers to Datadog.',
  attributes: {
    api_key: secretText('API key of Datadog.'),
    ddsite: optionalText('Site of Datadog, such as `datadoghq.com` or `us3.datadoghq.com`.', {
      emptyIsAbsent: true,
    }),
    service: optionalText('Value of `service` of each event.', { emptyIsAbsent: true }),
    ddtags: optionalText('Tags of each event, separated by commas.', { emptyIsAbsent: true }),
  },
};

const azureLogsIngestion: ObjectAttribute = {
  ...profileTarget,
  doc: 'Delivers to the logs ingestion API of Azure Monitor.',
  attributes: {
    tenant_id: requiredText('Identifier of the tenant.'),
    client_id: requiredText('Identifier of the application.'),
    client_secret: secretText('Secret of the application.'),
    logs_ingestion_uri: requiredText('URI of the data collection endpoint.'),
    data_collection_rule_id: requiredText('Immutable identifier of the data collection rule.'),
    data_collection_stream_name: requiredText('Name of the stream, which begins with `Custom-`.'),
  },
};

export const eventDestination = defineKind({
  name: 'event_destination',
  title: 'event destination',
  doc: 'A receiver of events: a delivery stream, a data stream or a log group of a cloud provider, or a log service.',
  idPrefix: 'ed',
  errorCodes: { limit: 5102 },
  attributes: {
    ...commonAttributes('Receiver of the events.'),
    format: requiredText('Serialization format of events. Only `JSON` is supported; case is ignored.', {
      enum: ['JSON'],
      enumIgnoresCase: true,
    }),
    target: {
      type: 'object',
      presence: 'required',
      exactlyOne: ['delivery_stream', 'data_stream', 'log_group', 'datadog', 'azure_logs_ingestion'],
      doc: 'The receiver: exactly one of `delivery_stream`, `data_stream` and `log_group`, and in the profile `ngrok` also `datadog` and `azure_logs_ingestion`.',
      docOnChange: 'Another type of receiver replaces the destination.',
      attributes: {
        delivery_stream: target(
          'a stream-delivery service',
          'delivery_stream_rn',
          'Resource name of the delivery stream, as the cloud provider shows it.',
          'delivery_stream_arn',
        ),
        data_stream: target(
          'a data streaming service',
          'stream_rn',
          'Resource name of the data stream, as the cloud provider shows it.',
          'stream_arn',
        ),
        log_group: target(
          'a log service',
          'log_group_rn',
          'Resource name of the log group, as the cloud provider shows it.',
          'log_group_arn',
        ),
        datadog,
        azure_logs_ingestion: azureLogsIngestion,
      },
    },
  },
});
