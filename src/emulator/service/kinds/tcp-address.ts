import { createHash } from 'node:crypto';
import { Refusal } from '../state/refusal';
import { newestFirst } from '../state/store';
import type { KindHooks } from './kind-hooks';

// Hosts and ports are made up: the documents do not say which ones the service assigns.
const FIRST_PORT = 10_000;
const PORT_COUNT = 20_000;
const HOST_COUNT = 9;
const ADDRESS_COUNT = HOST_COUNT * PORT_COUNT;

/**
 * Assigns an address, `<n>.tcp.<region>.ingress.example:<port>`. The search starts at a hash of the id, so the address
 * of a deleted object is seldom that of the next one.
 */
export const tcpAddress: KindHooks = {
  computeService({ account }, { kind, id, values }, before) {
    if (before) return before.service;
    const assigned = new Set([...newestFirst(account.store, kind.name)].map(({ service }) => service['addr']));
    const region = String(values['region']);
    const start = createHash('sha256').update(id).digest().readUInt32BE(0);
    for (let offset = 0; offset < ADDRESS_COUNT; offset++) {
      const addr = formatAddress((start + offset) % ADDRESS_COUNT, region);
      if (!assigned.has(addr)) return { addr };
    }
    const message = `All ${ADDRESS_COUNT} TCP addresses of the region '${region}' are assigned. Delete one first.`;
    throw new Refusal(409, undefined, message);
  },
};

function formatAddress(index: number, region: string): string {
  const host = 1 + Math.floor(index / PORT_COUNT);
  return `${host}.tcp.${region}.ingress.example:${FIRST_PORT + (index % PORT_COUNT)}`;
}
