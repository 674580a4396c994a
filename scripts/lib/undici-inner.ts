// @ts-nocheck: these files of undici have no types.
/**
 * The part of undici in the provider's bundle. Its index would add others, such as `fetch`, WebSocket and the cache.
 */
import connect from 'undici/lib/api/api-connect.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';

// ProxyAgent uses `connect`, which only the index adds.
Object.assign(Dispatcher.prototype, { connect });

export { Pool, ProxyAgent };
