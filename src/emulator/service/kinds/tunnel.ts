import { computedRef, computedText, defineKind, id } from '../../../model/resources/common';

/** Tunnels of agents, which the API still lists although endpoints replaced them. No data source reads them. */
export const tunnel = defineKind({
  name: 'tunnel',
  title: 'tunnel',
  doc: 'A tunnel of an agent. Endpoints say more.',
  profiles: ['ngrok'],
  readOnly: true,
  idPrefix: 'tn',
  listFilter: false,
  attributes: {
    id,
    public_url: computedText('URL of the tunnel.'),
    started_at: computedText('Time of the start, RFC 3339 in UTC.'),
    metadata: computedText('Machine-readable data, set in the configuration of the agent.'),
    proto: computedText('Protocol: `http`, `https`, `tcp` or `tls`.'),
    region: computedText('Region of the agent.'),
    tunnel_session: computedRef('The connected agent.'),
    endpoint: computedRef('The endpoint of the tunnel.'),
    labels: { type: 'map', elements: 'string', presence: 'computed', doc: 'Labels of the tunnel.' },
    forwards_to: computedText('Address to which the agent forwards.'),
  },
});
