import type { Construct } from 'constructs';
import { EventDestination } from 'netingress';
import { secret } from './secret';

/** 1 event destination. */
export function declareEventDestinations(scope: Construct) {
  const auditStreamWorpag = new EventDestination(scope, 'audit_stream_worpag', {
    description: 'Audit stream',
    format: 'json',
    target: {
      dataStream: {
        auth: {
          creds: {
            cloudAccessKeyId: 'AKIAEXAMPLEINGRESS00',
            cloudSecretAccessKeyWo: secret(scope, 'audit_stream_worpag_cloud_secret_access_key'),
          },
        },
        streamRn: 'rn:cloud:stream:eu-central-1:123456789012:stream/audit',
      },
    },
  });
  auditStreamWorpag.importFrom('ed_3LUznMZHwJqYp8OWpVYIkWorpAg');

  return {
    auditStreamWorpag,
  };
}

/** Constructs that other files refer to. */
export type EventDestinations = ReturnType<typeof declareEventDestinations>;
