import { createEmulator } from '../../../src/emulator';
import { createApi } from '../api';
import { judgeService } from './judge-service';
import { SERVICES, type Service } from './services';

test('a wrong first creation stays the outcome of creations if the second one works', async () => {
  const emulator = createEmulator({ profile: 'ngrok' });
  try {
    const { url } = await emulator.listen();
    const api = createApi({ baseUrl: url, apiKey: emulator.apiKey, profile: 'ngrok' });
    const service = SERVICES[0] as Service;
    let creations = 0;
    const outcomes = await judgeService(
      {
        async perform({ operation, args }) {
          if (operation !== 'create') return { missing: true };
          creations += 1;
          return creations === 1 ? { failure: 'first' } : { value: await api.create(service.path, args) };
        },
        close: () => undefined,
      },
      api,
      service,
    );
    expect(creations).toBe(2);
    expect(outcomes.create).toEqual({ failure: 'first' });
    expect(outcomes.get).toBe('missing');
  } finally {
    await emulator.close();
  }
});
