/** Sends a request through the traffic policy of an endpoint, without an upstream. */
import { parseCidr, parseIp } from '../../model/ip/cidr';
import type { PolicyRule } from '../../model/ip/policy';
import { type AccessEndpoint, type EndpointAccess, evaluateAccess } from '../../model/traffic-policy/evaluate/access';
import { badRequest } from '../http/api-problem';
import { jsonResponse } from '../http/http';
import { readJsonBody } from '../http/read-input';
import { newestFirst } from '../objects/store';
import type { Account, State } from '../state/types';
import { type Control, getAccount } from './control';
import { createValidator } from './validate-input';

/** A request to an endpoint. What is not given is unknown, so conditions about it have no result. */
export interface AccessRequest {
  /** URL of the endpoint, or of a request with its path. */
  readonly url: string;
  /** Address of the client. */
  readonly client_ip?: string;
  /** Default: GET. */
  readonly method?: string;
  /** Headers by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

const validateRequest = createValidator((z) =>
  z.strictObject({
    url: z.string(),
    client_ip: z.string().optional(),
    method: z.string().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    account: z.string().optional(),
  }),
);

/** POST returns `{endpoint, decision, outcomes}` for a request. */
export const accessControl: Control = {
  POST(state, request) {
    const { account, ...input } = validateRequest(readJsonBody(request));
    const { client_ip: ip } = input;
    if (ip !== undefined && !parseIp(ip)) throw badRequest(`client_ip is '${ip}'; expected an IP address.`);
    const {
      endpoint = null,
      decision,
      outcomes,
    } = findAccess(state, getAccount(state, account), input as AccessRequest);
    return jsonResponse(200, { endpoint, decision, outcomes: outcomes.map((outcome) => ({ ...outcome })) });
  },
};

/** Evaluates a request by the policies and endpoints that the account has now. */
export function findAccess({ clock }: State, { store }: Account, request: AccessRequest): EndpointAccess {
  const { url, client_ip: clientIp, method, headers } = request;
  const endpoints = ['cloud_endpoint', 'endpoint'].flatMap((kind) =>
    [...newestFirst(store, kind)].map(({ values }): AccessEndpoint => {
      return { url: String(values['url']), policy: kind === 'endpoint' ? undefined : String(values['traffic_policy']) };
    }),
  );
  const ipPolicy = (id: string): readonly PolicyRule[] =>
    [...newestFirst(store, 'ip_policy_rule')]
      .filter(({ values }) => values['ip_policy_id'] === id)
      .flatMap(({ values }) => {
        const cidr = parseCidr(String(values['cidr']));
        return 'problem' in cidr ? [] : [{ cidr, action: values['action'] as PolicyRule['action'] }];
      });
  return evaluateAccess({ endpoints, ipPolicy }, url, {
    now: clock.now(),
    ...(clientIp !== undefined && { clientIp }),
    ...(method !== undefined && { method }),
    ...(headers && { headers }),
  });
}
