import { once } from 'node:events';
import { connect } from 'node:net';
import { reattachVariable, serveForReattach } from '../../../src/plugin/process/reattach';
import { createMemoryProvider } from '../../support/plugin/memory-provider';
import { createWorkspace } from '../../support/plugin/workspace';
import { testInCi } from '../../support/requirements';

testInCi('serveForReattach() serves two Terraform commands that are started at once', async () => {
  const workspaces = [createWorkspace(), createWorkspace()];
  const { pid, platform } = process;
  const { reattach, close } = await serveForReattach(() => createMemoryProvider(), { pid, platform });
  const environment = { TF_REATTACH_PROVIDERS: reattachVariable('terraform.local/test/memory', reattach) };
  try {
    // Chosen: so many calls that the two commands probably overlap. The test passes also if they do not.
    for (const workspace of workspaces)
      workspace.configure('resource "memory_thing" "many" {\n  count = 50\n  name  = "a"\n}\n');
    const run = (...args: string[]) =>
      Promise.all(workspaces.map((each) => each.terraform([...args, '-no-color'], environment)));
    expect(await run('apply', '-auto-approve')).toMatchObject([{ status: 0 }, { status: 0 }]);
  } finally {
    await close();
    for (const workspace of workspaces) workspace.remove();
  }
});

test('each connection has its own provider, and its end does not stop others', async () => {
  const stopped: number[] = [];
  let created = 0;
  const createProvider = async () => {
    created += 1;
    const number = created;
    return { ...createMemoryProvider(), stop: () => void stopped.push(number) };
  };
  const { reattach, close } = await serveForReattach(createProvider, { pid: process.pid, platform: process.platform });
  const open = async () => {
    const socket = connect(reattach.Addr.String);
    // The server sends its settings as soon as it has accepted the connection.
    await once(socket, 'data');
    return socket;
  };
  try {
    const [first, second] = [await open(), await open()];
    expect(created).toBe(2);
    first.destroy();
    while (stopped.length === 0) await new Promise((resolve) => void setTimeout(resolve, 10));
    expect(stopped).toEqual([1]);
    second.destroy();
  } finally {
    await close();
  }
});
