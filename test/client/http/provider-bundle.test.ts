/**
 * The client's tests of errors and of proxies that do not respond once more, and in a full run those of connections and
 * requests, with the part of undici that the provider's bundle contains.
 */
import { isFullCampaign } from '../../fuzz';
import { providerUndici } from '../../support/client/provider-undici';

jest.mock('undici', () => require('../../support/client/provider-undici').providerUndici());

test('the modules that these tests load get undici as built for the bundle, without fetch', () => {
  expect(Object.keys(require('undici'))).toEqual(Object.keys(providerUndici()));
  expect(require('undici').fetch).toBeUndefined();
});

// Each file declares its tests here. A plain run has the two that load fewer modules.
const more = isFullCampaign ? ['connection', 'requests'] : [];
for (const name of ['../errors/errors', 'silent-proxy', ...more]) {
  describe(`${name}:`, () => void require(`./${name}.test`));
}
