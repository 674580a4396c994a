/**
 * Counts the requests of connections whose events come in any order. Each HTTP request is one. The closing of a
 * connection is one only if the connection had no HTTP request: it may be one of TCP or TLS.
 */
export interface ConnectionCounter {
  /**
   * Returns by how much `times` equal events change the number of requests. The closing counts until an HTTP request of
   * the connection is found:
   *
   *     closing, HTTP, HTTP     ->  1, 0, 1
   *     closing, closing, HTTP  ->  1, 1, -1    the closing was recorded twice
   */
  add(connection: EventOfConnection, times: number): number;
}

export interface EventOfConnection {
  /**
   * Equal for all events of the connection. Two that one client opened at the same time have one key: if one of them
   * had HTTP requests, the closing of the other does not count.
   */
  readonly key: string;
  readonly isClosing: boolean;
}

/** The part of the slots that may be used. With more of them, searches are longer: a choice. */
const MAX_LOAD = 0.75;
/** The state of a connection with an HTTP request; as a count of closings it does not occur. */
const HTTP = 0xffffffff;

/**
 * An event of a connection may be anywhere in the archive, so all connections are kept, each as 64 bits of a hash and a
 * number: 16 to 32 bytes, outside of the heap of JavaScript, and 48 while the table grows.
 */
export function createConnectionCounter(): ConnectionCounter {
  let table = createTable(1024);
  let size = 0;
  return {
    add({ key, isClosing }, times) {
      const hash = hashText(key);
      const slot = findSlot(table, hash);
      // 0 for a new connection, `HTTP` if it had a request, or how often its closing was counted.
      const known = table.states[slot] as number;
      if (known === HTTP) return isClosing ? 0 : times;
      setSlot(table, slot, hash, isClosing ? known + times : HTTP);
      if (known === 0 && ++size > MAX_LOAD * table.states.length) table = grow(table);
      return isClosing ? times : times - known;
    },
  };
}

type Hash = readonly [low: number, high: number];

/** Open addressing: an entry is in the first slot from its own that was free. */
interface Table {
  readonly hashes: Uint32Array;
  readonly states: Uint32Array;
}

/** `slots` must be a power of two, because {@link findSlot} uses the lowest bits of a hash. */
function createTable(slots: number): Table {
  return { hashes: new Uint32Array(2 * slots), states: new Uint32Array(slots) };
}

function findSlot({ hashes, states }: Table, [low, high]: Hash): number {
  const mask = states.length - 1;
  let slot = low & mask;
  while (states[slot] !== 0 && (hashes[2 * slot] !== low || hashes[2 * slot + 1] !== high)) slot = (slot + 1) & mask;
  return slot;
}

function setSlot({ hashes, states }: Table, slot: number, [low, high]: Hash, state: number): void {
  hashes[2 * slot] = low;
  hashes[2 * slot + 1] = high;
  states[slot] = state;
}

function grow({ hashes, states }: Table): Table {
  const larger = createTable(2 * states.length);
  for (let slot = 0; slot < states.length; slot++) {
    const state = states[slot] as number;
    if (state === 0) continue;
    const hash = [hashes[2 * slot] as number, hashes[2 * slot + 1] as number] as const;
    setSlot(larger, findSlot(larger, hash), hash, state);
  }
  return larger;
}

/**
 * cyrb53 of bryc, with all 64 bits: a fast hash. Two connections with one hash have the effect of one key, which is
 * expected once in about 40 archives of a billion connections.
 */
function hashText(text: string): Hash {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return [a >>> 0, b >>> 0];
}
