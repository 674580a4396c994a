import { type FieldTable, toEventFields } from './field-types';

const session: FieldTable = {
  'session.id': ['string', 'reference to the session: its identifier'],
  'session.uri': ['string', 'reference to the session: its URI'],
  'credential.id': ['string', 'reference to the credential: identifier'],
  'credential.uri': ['string', 'reference to the credential: URI'],
  agent_ip: ['string', 'IP from which the agent connects'],
  ingress_server_ip: ['string', 'IP of the ingress server the agent connects to'],
  region: ['string', 'region of the tunnel server'],
  ingress_hostname: ['string', 'hostname of the tunnel server'],
  user_agent: ['string', 'user agent the agent gave the tunnel server'],
  metadata: ['string', 'session metadata given by the agent on connection'],
  os: ['string', 'operating system of the agent’s machine'],
  arch: ['string', 'CPU architecture of the agent’s machine'],
  transport: [
    'string',
    'transport used internally by the agent: `muxado` for agents and agent libraries, `ssh` for reverse SSH tunnels',
  ],
  started_at: ['string', 'session start time'],
  expires_at: ['string', 'session expiry time'],
  stopped_at: ['string', 'session stop time'],
  'deprecated.upcoming_minimum_version': ['string', 'upcoming minimum supported agent version'],
  'deprecated.upcoming_enforcement_date': ['string', 'date by which the agent must be upgraded'],
  'deprecated.message': ['string', 'additional deprecation information'],
  error: [
    'string',
    'on a failed start, an explanation; on a successful start, the empty string; on a stop, the reason for the stop',
  ],
};

/** Fields of `agent_session_start.v0` and `agent_session_stop.v0`. */
export const SESSION_FIELDS = toEventFields(session);
