import { tcpAddress } from '../../../src/emulator/service/kinds/tcp-address';
import { createState } from '../../../src/emulator/service/state/create';
import { put } from '../../../src/emulator/service/state/store';
import { getKind } from '../../../src/model/kinds';

test('each address of a region is assigned once', async () => {
  const state = createState({});
  const { account } = state;
  const kind = getKind('tcp_address');
  const draft = (id: string) => ({ kind, id, createdAt: 0, updatedAt: 0, values: { region: 'us' } });
  const call = { state, account, origin: '', caller: { token: 'k', keyId: undefined } };
  const free = ['1.tcp.us.ingress.example:10000', '9.tcp.us.ingress.example:29999'];
  for (let host = 1; host <= 9; host++) {
    for (let port = 10_000; port < 30_000; port++) {
      const addr = `${host}.tcp.us.ingress.example:${port}`;
      // Ids in order, so that each is appended.
      const id = `addr_${host}${port}`;
      if (!free.includes(addr)) put(account.store, { ...draft(id), service: { addr } });
    }
  }
  const made: unknown[] = [];
  for (const id of ['addr_x', 'addr_y']) {
    const service = (await tcpAddress.computeService?.(call, draft(id))) ?? {};
    made.push(service['addr']);
    put(account.store, { ...draft(id), service });
  }
  expect(made.sort()).toEqual(free);
  expect(() => tcpAddress.computeService?.(call, draft('addr_z'))).toThrow(
    "All 180000 TCP addresses of the region 'us' are assigned. Delete one first.",
  );
});
