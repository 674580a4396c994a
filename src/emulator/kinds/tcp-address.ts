import { createHash } from 'node:crypto';
import { newestFirst } from '../store';
import type { Behaviour } from './behaviour';

/** Ports that are handed out: `firstPort` and as many more. */
const firstPort = 10_000;
const portCount = 20_000;
const hostCount = 9;

/**
 * The address that the service assigns, `<n>.tcp.<region>.ingress.example:<port>` (event-sources.md `tcp_address_*.v0`).
 * It follows from the identifier, so that an address that was given back is not handed out to the next at once.
 */
export const tcpAddress: Behaviour = {
  make({ account }, { kind, id, values }, before) {
    if (before) return before.service;
    const taken = new Set([...newestFirst(account.store, kind.name)].map(({ service }) => service['addr']));
    for (let attempt = 0; ; attempt++) {
      const number = createHash('sha256').update(`${id} ${attempt}`).digest().readUInt32BE(0);
      const port = firstPort + (number % portCount);
      const host = 1 + (Math.floor(number / portCount) % hostCount);
      const addr = `${host}.tcp.${String(values['region'])}.ingress.example:${port}`;
      if (!taken.has(addr)) return { addr };
    }
  },
};
