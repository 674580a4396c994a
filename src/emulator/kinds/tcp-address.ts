import { createHash } from 'node:crypto';
import { ApiProblem } from '../http/api-problem';
import { newestFirst } from '../objects/store';
import type { Behaviour } from './kind-hooks';

const FIRST_PORT = 10_000;
const PORT_COUNT = 20_000;
const HOST_COUNT = 9;
/** Addresses of one region. */
const ADDRESS_COUNT = HOST_COUNT * PORT_COUNT;

/**
 * The address that the service assigns, `<n>.tcp.<region>.ingress.example:<port>` (event-sources.md `tcp_address_*.v0`).
 * It follows from the identifier, so that an address that was given back is not handed out to the next at once.
 */
export const tcpAddress: Behaviour = {
  make({ account }, { kind, id, values }, before) {
    if (before) return before.service;
    const taken = new Set([...newestFirst(account.store, kind.name)].map(({ service }) => service['addr']));
    const region = String(values['region']);
    const start = createHash('sha256').update(id).digest().readUInt32BE(0);
    for (let offset = 0; offset < ADDRESS_COUNT; offset++) {
      const addr = addressAt((start + offset) % ADDRESS_COUNT, region);
      if (!taken.has(addr)) return { addr };
    }
    throw new ApiProblem(
      409,
      undefined,
      `All ${ADDRESS_COUNT} TCP addresses of the region '${region}' are assigned. Delete one first.`,
    );
  },
};

function addressAt(index: number, region: string): string {
  const host = 1 + Math.floor(index / PORT_COUNT);
  return `${host}.tcp.${region}.ingress.example:${FIRST_PORT + (index % PORT_COUNT)}`;
}
