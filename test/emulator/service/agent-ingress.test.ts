import { createApi } from '../../support/emulator/api';

test('there is a regional domain for each region, below the domain of the ingress', async () => {
  const api = createApi({ regions: ['us'] });
  const { id } = await api.create('/agent_ingresses', { domain: 'A.example.com' });
  const domains = async () => (await api.send('GET', `/agent_ingresses/${id}`)).body['region_domains'];
  expect(await domains()).toEqual(['tunnel.us.a.example.com']);
  await api.send('PUT', '/_emulator/settings', { regions: ['us', 'eu'] });
  expect(await domains()).toEqual(['tunnel.us.a.example.com', 'tunnel.eu.a.example.com']);
});
