import { type FieldTable, toEventFields } from './field-types';

const session: FieldTable = {
  'session.id': 'reference to the session: its identifier',
  'session.uri': 'reference to the session: its URI',
  'credential.id': 'reference to the credential: identifier',
  'credential.uri': 'reference to the credential: URI',
  agent_ip: 'IP from which the agent connects',
  ingress_server_ip: 'IP of the ingress server the agent connects to',
  region: 'region of the tunnel server',
  ingress_hostname: 'hostname of the tunnel server',
  user_agent: 'user agent the agent gave the tunnel server',
  metadata: 'session metadata given by the agent on connection',
  os: 'operating system of the agent’s machine',
  arch: 'CPU architecture of the agent’s machine',
  transport:
    'transport used internally by the agent: `muxado` for agents and agent libraries, `ssh` for reverse SSH tunnels',
  started_at: 'session start time',
  expires_at: 'session expiry time',
  stopped_at: 'session stop time',
  'deprecated.upcoming_minimum_version': 'upcoming minimum supported agent version',
  'deprecated.upcoming_enforcement_date': 'date by which the agent must be upgraded',
  'deprecated.message': 'additional deprecation information',
  error:
    'on a failed start, an explanation; on a successful start, the empty string; on a stop, the reason for the stop',
};

export const SESSION_FIELDS = toEventFields(session);
