import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client, credentials } from '@grpc/grpc-js';
import type { MethodHandler } from '../../../src/plugin/http2/grpc';
import { campaignSize, picker } from '../../fuzz';
import { buildGoPrograms, type GoPrograms } from '../../support/http2/go-programs';
import { MEGABYTE, usedMemory } from '../../support/memory';
import { callStream, callUnary } from '../../support/plugin/grpc-calls';
import { type ServedGrpc, serveGrpc } from '../../support/plugin/serve-grpc';
import { testWith } from '../../support/requirements';

/** Of each client. Every hundredth is a stream, and every 5,000th has 5 MB, which a plain run does not reach. */
const CALLS = campaignSize(200, 25_000, 100_000);
const SEED = 7;
const PARALLEL = 50;
const LARGEST = 2 ** 18;
const pick = picker(SEED);

const serve: Extract<MethodHandler, { kind: 'stream' }>['serve'] = async ({ request, send, end }) => {
  for (let n = 0; n < 3; n += 1) await send(request);
  end();
};
const methods = new Map<string, MethodHandler>([
  ['/echo', { kind: 'unary', handle: async (request) => request }],
  ['/three', { kind: 'stream', serve }],
]);

let served: ServedGrpc;
let address: string;

beforeEach(async () => {
  served = await serveGrpc({ methods });
  address = `127.0.0.1:${served.port}`;
});
afterEach(() => served.close());

let programs: GoPrograms | undefined;
afterAll(() => programs?.remove());

testWith('CAMPAIGN=full', 'go')(
  'each call of a client in Go has its own response, and the memory of the server grows by less than 8 MB',
  async () => {
    programs = buildGoPrograms();
    const { soak } = programs;
    const run = async (calls: number): Promise<void> => {
      const { stdout } = await promisify(execFile)(soak, [address, String(SEED), String(calls), String(PARALLEL)]);
      expect(stdout).toBe(`${calls}\n`);
    };
    await run(2_000);
    const before = await usedMemory();
    await run(CALLS);
    expect((await usedMemory()) - before).toBeLessThan(8 * MEGABYTE);
  },
  900_000,
);

test('each call of grpc-js has its own response', async () => {
  const client = new Client(address, credentials.createInsecure(), { 'grpc.max_receive_message_length': -1 });
  try {
    let next = 0;
    const worker = async (): Promise<void> => {
      for (let call = next++; call < CALLS; call = next++) await echo(client, call);
    };
    await Promise.all(Array.from({ length: PARALLEL }, worker));
  } finally {
    client.close();
  }
}, 900_000);

async function echo(client: Client, call: number): Promise<void> {
  const size = call % 5_000 === 4_999 ? 5_000_000 : Math.floor(LARGEST ** (pick(1_000) / 1_000));
  const message = Buffer.alloc(size, call + 1);
  message.writeUInt8(call % 256);
  const isStream = call % 100 === 0;
  const ask = async () => [await callUnary(client, '/echo', message)];
  const responses = isStream ? await callStream(client, '/three', message) : await ask();
  expect(responses).toHaveLength(isStream ? 3 : 1);
  for (const response of responses)
    if (!message.equals(response)) throw new Error(`call ${call}: another response of ${response.length} bytes`);
}
