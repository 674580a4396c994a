import type { Profile } from './profile';

/** ngrok's public API (gaps.md sections 0, 1.1, 1.2 and 1.7). */
export const ngrok: Profile = {
  name: 'ngrok',
  baseUrl: 'https://api.ngrok.com',
  headers: { 'Ngrok-Version': '2' },
  words: {
    delivery_stream: 'firehose',
    data_stream: 'kinesis',
    log_group: 'cloudwatch_logs',
    role_rn: 'role_arn',
    cloud_access_key_id: 'aws_access_key_id',
    cloud_secret_access_key: 'aws_secret_access_key',
    delivery_stream_rn: 'delivery_stream_arn',
    stream_rn: 'stream_arn',
    log_group_rn: 'log_group_arn',
  },
  operationIdHeader: 'Ngrok-Operation-Id',
  errorPrefix: 'ERR_NGROK_',
  requestsPerMinute: 120,
  trafficFieldsRequired: true,
};
