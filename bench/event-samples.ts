/**
 * The event with a number; a number always has the same event. The last digit decides the type: 5 and 9 are changes of
 * a rule.
 */
export function mixedEvent(index: number): object {
  const of = [http, http, http, tcp, tcp, audit, session, http, tcp, audit];
  const make = of[index % of.length] as (index: number) => object;
  return {
    event_id: `ev_2x${String(index).padStart(25, '0')}`,
    event_timestamp: `2026-05-0${1 + (index % 9)}T10:${10 + (index % 50)}:00Z`,
    account_id: 'ac_2xAAAAAAAAAAAAAAAAAAAAAAAAA',
    ...make(index),
  };
}

/**
 * The event as a line. Each event of traffic has an address of its own, so a backtest cannot remember most of 1,000,000
 * (the limit is `MAX_ADDRESSES` of `src/preview/backtest.ts`).
 */
export function lineWithOwnAddress(index: number): string {
  const address = `${1 + (index % 223)}.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
  return `${JSON.stringify(mixedEvent(index)).replace(/"client_ip":"[^"]+"/, `"client_ip":"${address}"`)}\n`;
}

const connection = (index: number): object => ({
  client_ip: `203.0.113.${index % 256}`,
  server_ip: '198.51.100.7',
  server_name: `app${index % 40}.example.com`,
  server_port: index % 3 === 0 ? 80 : 443,
  start_ts: '2026-05-01T10:00:00.123Z',
});

function http(index: number): object {
  return {
    event_type: 'http_request_complete.v0',
    principal: null,
    object: {
      conn: connection(index),
      http: {
        request: {
          body_length: index % 5000,
          headers: { Accept: ['*/*'], 'Accept-Encoding': ['gzip', 'br'], 'User-Agent': ['curl/8.5.0'] },
          method: 'get',
          url: { host: `app${index % 40}.example.com`, path: `/items/${index}`, query: 'page=2', scheme: 'https' },
          user_agent: 'curl/8.5.0',
        },
        response: { body_length: 1234, headers: { 'Content-Type': ['application/json'] }, status_code: 200 },
      },
      ip_policy: { decision: 'allow' },
      tls: { cipher_suite: 'TLS_AES_128_GCM_SHA256', version: '1.3' },
    },
  };
}

function tcp(index: number): object {
  return {
    event_type: 'tcp_connection_closed.v0',
    principal: null,
    object: {
      conn: { ...connection(index), bytes_in: index, bytes_out: index * 3, end_ts: '2026-05-01T10:05:00.500Z' },
      ip_policy: { decision: 'block' },
    },
  };
}

const principal = {
  id: 'usr_2xBBBBBBBBBBBBBBBBBBBBBBBBB',
  subject: 'someone@example.com',
  source: 'API',
  credential: {
    id: 'ak_2xCCCCCCCCCCCCCCCCCCCCCCCCC',
    uri: 'https://api.example.com/api_keys/ak_2xCCCCCCCCCCCCCCCCCCCCCCCCC',
  },
};

function audit(index: number): object {
  const id = `ipr_2x${String(index).padStart(25, '0')}`;
  return {
    event_type: 'ip_policy_rule_updated.v0',
    principal,
    object: {
      id,
      uri: `https://api.example.com/ip_policy_rules/${id}`,
      created_at: '2026-01-01T00:00:00Z',
      description: 'office',
      metadata: '{"owner":"network"}',
      cidr: `10.${index % 256}.0.0/16`,
      ip_policy: {
        id: 'ipp_2xDDDDDDDDDDDDDDDDDDDDDDDDD',
        uri: 'https://api.example.com/ip_policies/ipp_2xDDDDDDDDDDDDDDDDDDDDDDDDD',
      },
      action: index % 2 === 0 ? 'allow' : 'deny',
    },
  };
}

function session(index: number): object {
  return {
    event_type: 'agent_session_start.v0',
    principal,
    object: {
      session: { id: `ts_${index}`, uri: `https://api.example.com/tunnel_sessions/ts_${index}` },
      agent_ip: '203.0.113.9',
      region: 'eu',
      os: 'linux',
      arch: 'amd64',
      transport: 'muxado',
      started_at: '2026-05-01T10:00:00Z',
      error: '',
    },
  };
}
