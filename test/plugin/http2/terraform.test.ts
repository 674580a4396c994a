/** Terraform's own gRPC client at the limits of our transport. */
import { connect, createServer, type Socket } from 'node:net';
import { ERROR, LIMITS, SETTING } from '../../../src/plugin/http2/frames';
import { type ReattachServer, reattachVariable, serveForReattach } from '../../../src/plugin/process/reattach';
import { type Listening, listen } from '../../support/listen';
import { createMemoryProvider } from '../../support/plugin/memory-provider';
import { TYPE } from '../../support/plugin/raw-frames';
import { createWorkspace, type Workspace } from '../../support/plugin/workspace';
import { testInCi } from '../../support/requirements';

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
  const { status, stdout, stderr } = await workspace.terraform(['plan', '-no-color', '-parallelism=2000'], {
    TF_REATTACH_PROVIDERS: reattach,
  });
  expect(`${status} ${stderr}`).toBe('0 ');
  expect(stdout).toContain(`results = ${COUNT}`);
}

testInCi(
  'Terraform with -parallelism=2000 performs no more calls at once than the server allows, and all of them',
  async () => {
    onFull = () => setTimeout(release, 500);
    await planAll(server.reattach.Addr);
    expect(mostRunning).toBeLessThanOrEqual(LIMITS.streams);
  },
);

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
