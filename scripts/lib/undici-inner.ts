// @ts-nocheck: these files of undici have no types.
/** The part of undici that the provider's bundle contains. Its index would add `fetch`, WebSocket and the cache: half as much again. */
import connect from 'undici/lib/api/api-connect.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';

// ProxyAgent calls it, and only the index adds it.
Object.assign(Dispatcher.prototype, { connect });

export { Pool, ProxyAgent };
