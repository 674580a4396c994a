import type { EndpointAccess } from '../../access/decide-request';
import { parseIp } from '../../model/ip/cidr';
import { KINDS } from '../../model/kinds';
import { omitUndefined } from '../../model/members';
import { findAction } from '../../model/traffic-policy/data/actions';
import { jsonResponse } from '../http/http';
import { readJsonBody } from '../http/read-input';
import { createValidator } from '../http/validate-json';
import { badRequest } from '../service/state/refusal';
import { newestFirst } from '../service/state/store';
import type { Account, State } from '../service/state/types';
import { type Control, getAccount } from './control';

/**
 * A request to an endpoint. What is not given is unknown, so conditions about it have no result. Exception: with a path
 * in `url`, the request is a GET without headers by default.
 */
export interface AccessRequest {
  /** URL of the endpoint, or of a request with its path. */
  readonly url: string;
  /** Address of the client. */
  readonly client_ip?: string;
  /** Default: GET if `url` has a path, otherwise unknown. */
  readonly method?: string;
  /** Headers by name. Default: none if `url` has a path, otherwise unknown. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Types of actions that let the request pass, such as `oauth` for a client that has logged in. */
  readonly passes?: readonly string[];
}

const validateRequest = createValidator((z) =>
  z.strictObject({
    url: z.string(),
    client_ip: z.string().optional(),
    method: z.string().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    passes: z.array(z.string()).optional(),
    account: z.string().optional(),
  }),
);

/** POST returns `{endpoint, decision, depends, because}` for a request. */
export const accessControl: Control = {
  POST(state, request) {
    const { account, ...input } = validateRequest(readJsonBody(request));
    const access = findAccess(state, getAccount(state, account), input as AccessRequest);
    return jsonResponse(200, { endpoint: null, ...omitUndefined({ ...access }) });
  },
};

export function findAccess({ clock }: State, { store }: Account, request: AccessRequest): EndpointAccess {
  const { url, client_ip: clientIp, method, headers, passes } = request;
  if (clientIp !== undefined && !parseIp(clientIp)) {
    throw badRequest(`client_ip is '${clientIp}'; expected an IP address.`);
  }
  const unknown = passes?.find((type) => !findAction(type));
  if (unknown !== undefined) throw badRequest(`passes names '${unknown}'; expected types of actions such as 'oauth'.`);
  const { toList } = require('../../objects/from-account') as typeof import('../../objects/from-account');
  const lists = KINDS_OF_ACCESS.map((kind) => toList(kind, newestFirst(store, kind)));
  const { createFacts } = require('../../access/facts') as typeof import('../../access/facts');
  const { decideRequest } = require('../../access/decide-request') as typeof import('../../access/decide-request');
  return decideRequest(createFacts(lists), url, {
    now: clock.now(),
    ...(clientIp !== undefined && { clientIp }),
    ...(method !== undefined && { method }),
    ...(headers && { headers }),
    ...(passes && { passes }),
  });
}

const KINDS_OF_ACCESS = [...KINDS.map(({ name }) => name), 'endpoint'];
