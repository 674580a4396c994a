import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { createServerCertificate } from '../../../src/plugin/grpc/certificate';
import { Connection } from '../../../src/plugin/http2/connection';
import { ERROR, LIMITS, SETTING } from '../../../src/plugin/http2/frames';
import { type Fields, HpackDecoder, HpackEncoder } from '../../../src/plugin/http2/hpack';
import { IGNORE } from '../../../src/plugin/http2/streams';
import { type ReattachServer, reattachVariable, serveForReattach } from '../../../src/plugin/process/reattach';
import { tries } from '../../fuzz';
import { buildGoPrograms, type GoPrograms } from '../../support/http2/go-programs';
import { type Listening, listen } from '../../support/listen';
import { createMemoryProvider } from '../../support/plugin/memory-provider';
import { TYPE } from '../../support/plugin/raw-frames';
import { createWorkspace, type Workspace } from '../../support/plugin/workspace';
import { describeWith, testInCi } from '../../support/requirements';

describeWith(['CAMPAIGN=full', 'go'], 'public implementations in Go', () => {
  let programs: GoPrograms;
  beforeAll(() => {
    programs = buildGoPrograms();
  });
  afterAll(() => programs.remove());

  test.each(['plain', 'tls'] as const)('all 145 cases of h2spec pass over %s sockets', async (transport) => {
    const server = await serveHello(transport);
    const tls = transport === 'tls' ? ['-t', '-k'] : [];
    const options = ['-h', '127.0.0.1', '-p', String(server.port), '-o', '5', ...tls];
    try {
      const run = promisify(execFile)(programs.h2spec, options);
      const { stdout } = await run.catch((error: { stdout: string }) => error);
      expect(stdout.trim().split('\n').at(-1)).toBe('145 tests, 145 passed, 0 skipped, 0 failed');
    } finally {
      await server.close();
    }
  });

  /** The Go program with its tables, one line at a time. */
  async function withHpack(use: (ask: (question: object) => Promise<HpackResult>) => Promise<void>): Promise<void> {
    const child = spawn(programs.hpack, { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    try {
      await use(async (question) => {
        child.stdin.write(`${JSON.stringify(question)}\n`);
        const { value, done } = await lines.next();
        if (done) throw new Error(`hpack ended at ${JSON.stringify(question)}`);
        return JSON.parse(value) as HpackResult;
      });
    } finally {
      child.stdin.end();
      await once(child, 'close');
    }
  }

  const names = fc.constantFrom(':path', ':method', 'content-type', 'te', 'user-agent', 'x-0', 'x-1', 'x-2');
  const values = fc.oneof(
    fc.constantFrom('', 'GET', 'trailers', 'application/grpc', 'a'.repeat(1000)),
    fc.string({ unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)), maxLength: 300 }),
  );
  const fieldLists = fc.array(fc.tuple(names, values), { maxLength: 12 });
  const blocks = fc.array(
    fc.record({ fields: fieldLists, maxTableSize: fc.option(fc.nat(4096), { nil: undefined, freq: 4 }) }),
    { minLength: 1, maxLength: 30 },
  );

  test('header blocks of golang.org/x/net are decoded to their fields, with any size of the table', async () => {
    await fc.assert(
      fc.asyncProperty(blocks, (connection) =>
        withHpack(async (ask) => {
          const decoder = new HpackDecoder();
          for (const question of connection) {
            const { block = '' } = await ask(question);
            const decoded = decoder.decode(Buffer.from(block, 'hex'));
            expect(decoded.map(({ name, value }) => [name, value])).toEqual(question.fields);
          }
        }),
      ),
      tries(60),
    );
  });

  test.each([
    ['with a table', undefined],
    ['without a table', 0],
    ['with a small table', 100],
  ])('golang.org/x/net decodes responses %s', async (_, maxTableSize) => {
    const start: Fields = Object.entries({ ':status': '200', 'content-type': 'application/grpc' });
    const end: Fields = [['grpc-status', '0']];
    await withHpack(async (ask) => {
      const encoder = new HpackEncoder();
      const expectDecoded = async (block: Buffer, fields: Fields): Promise<void> =>
        expect((await ask({ block: block.toString('hex') })).fields).toEqual(fields);
      await expectDecoded(encoder.encodeRepeated(start), start);
      if (maxTableSize !== undefined) encoder.setMaxTableSize(maxTableSize);
      for (let n = 0; n < 3; n += 1) {
        await expectDecoded(encoder.encodeRepeated(start), start);
        const refusal: Fields = [...start, ['grpc-message', 'x'.repeat(n * 200)]];
        await expectDecoded(encoder.encode(refusal), refusal);
        const last = encoder.encodeRepeated(end);
        await expectDecoded(last, end);
        if (maxTableSize === undefined && n > 0) expect(last).toHaveLength(1);
      }
    });
  });
});

const HEADERS: Fields = Object.entries({ ':status': '200', 'content-type': 'text/plain' });
const TRAILERS: Fields = [['x-end', '1']];

/** Responds to each request with `hello world`: the requests of h2spec are not gRPC. */
function serveHello(transport: 'plain' | 'tls'): Promise<Listening> {
  const accept = (socket: Duplex): void => {
    socket.on('error', () => undefined);
    new Connection(socket, (stream) => ({
      ...IGNORE,
      end() {
        stream.sendHeaders(HEADERS);
        stream.send(Buffer.from('hello '), Buffer.from('world'));
        stream.end(TRAILERS);
      },
    }));
  };
  const { certificatePem: cert, privateKeyPem: key } = createServerCertificate();
  const server =
    transport === 'tls' ? createTlsServer({ cert, key, ALPNProtocols: ['h2'] }, accept) : createServer(accept);
  return listen(server);
}

interface HpackResult {
  readonly block?: string;
  readonly fields?: readonly (readonly [string, string])[];
}

describe('Terraform at the limits', () => {
  const COUNT = LIMITS.streams + 200;
  /** Terraform keeps two streams open besides its calls. */
  const NEARLY_FULL = LIMITS.streams - 10;
  const CONFIGURATION = `
data "memory_echo" "all" {
  count = ${COUNT}
  text  = tostring(count.index)
}

output "results" {
  value = length(distinct(data.memory_echo.all[*].result))
}
`;

  let server: ReattachServer;
  let workspace: Workspace;
  let release: () => void;
  let mostRunning: number;

  beforeEach(async () => {
    mostRunning = 0;
    let running = 0;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const memory = createMemoryProvider();
    const provider: typeof memory = {
      ...memory,
      async readDataSource(request) {
        running += 1;
        mostRunning = Math.max(mostRunning, running);
        if (running === NEARLY_FULL) onFull();
        await released;
        running -= 1;
        return memory.readDataSource(request);
      },
    };
    server = await serveForReattach(() => provider, { pid: process.pid, platform: 'win32' });
    workspace = createWorkspace();
    workspace.configure(CONFIGURATION);
  });
  afterEach(async () => {
    await server.close();
    workspace.remove();
  });

  let onFull: () => void = () => undefined;

  async function planAll(address: { readonly Network: string; readonly String: string }): Promise<void> {
    const reattach = reattachVariable('terraform.local/test/memory', { ...server.reattach, Addr: address });
    const environment = { TF_REATTACH_PROVIDERS: reattach };
    const args = ['plan', '-no-color', '-parallelism=2000'];
    const { status, stdout, stderr } = await workspace.terraform(args, environment);
    expect(`${status} ${stderr}`).toBe('0 ');
    expect(stdout).toContain(`results = ${COUNT}`);
  }

  testInCi('Terraform with -parallelism=2000 performs all calls, and no more at once than allowed', async () => {
    onFull = () => setTimeout(release, 500);
    await planAll(server.reattach.Addr);
    expect(mostRunning).toBeLessThanOrEqual(LIMITS.streams);
  });

  testInCi('Terraform repeats calls that are refused', async () => {
    onFull = () => undefined;
    let refusals = 0;
    const front = await serveWithoutLimit(() => {
      refusals += 1;
      release();
    });
    try {
      await planAll({ Network: 'tcp', String: `127.0.0.1:${front.port}` });
    } finally {
      await front.close();
    }
    expect(refusals).toBeGreaterThan(0);
  });

  /** A front of the server that announces no limit of streams to clients. */
  function serveWithoutLimit(onRefusal: () => void): Promise<Listening> {
    const target = Number(server.reattach.Addr.String.split(':').at(-1));
    const front = createServer((client) => {
      const inner = connect(target, '127.0.0.1');
      client.pipe(inner);
      forwardFrames(inner, client, onRefusal);
      for (const socket of [client, inner]) {
        socket.on('error', () => undefined);
        socket.once('close', () => {
          client.destroy();
          inner.destroy();
        });
      }
    });
    return listen(front);
  }
});

function forwardFrames(from: Socket, to: Socket, onRefusal: () => void): void {
  let rest = Buffer.alloc(0);
  from.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 9 && rest.length >= 9 + rest.readUIntBE(0, 3)) {
      const end = 9 + rest.readUIntBE(0, 3);
      const [type, payload] = [rest[3], rest.subarray(9, end)];
      if (type === TYPE.reset && payload.readUInt32BE() === ERROR.refusedStream) onRefusal();
      for (let at = 0; type === TYPE.settings && at < payload.length; at += 6)
        if (payload.readUInt16BE(at) === SETTING.maxConcurrentStreams) payload.writeUInt32BE(2 ** 31 - 1, at + 2);
      to.write(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  });
}
