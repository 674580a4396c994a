import type { Profile } from './profile';

/** The public API of ngrok. */
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
  // Two types were renamed over time; both names are in the provider's documentation.
  terraformProvider: {
    address: 'registry.terraform.io/ngrok/ngrok',
    types: {
      ngrok_agent_ingress: 'agent_ingress',
      ngrok_api_key: 'api_key',
      ngrok_certificate_authority: 'certificate_authority',
      ngrok_credential: 'tunnel_credential',
      ngrok_domain: 'domain',
      ngrok_event_destination: 'event_destination',
      ngrok_event_subscription: 'event_subscription',
      ngrok_ip_policy: 'ip_policy',
      ngrok_ip_policy_rule: 'ip_policy_rule',
      ngrok_ip_restriction: 'ip_restriction',
      ngrok_kubernetes_operator: 'kubernetes_operator',
      ngrok_reserved_addr: 'tcp_address',
      ngrok_reserved_domain: 'domain',
      ngrok_ssh_certificate_authority: 'ssh_certificate_authority',
      ngrok_ssh_credential: 'ssh_public_key',
      ngrok_ssh_host_certificate: 'ssh_host_certificate',
      ngrok_ssh_user_certificate: 'ssh_user_certificate',
      ngrok_tcp_address: 'tcp_address',
      ngrok_tls_certificate: 'tls_certificate',
    },
  },
};
