import { failureOf } from '../support/acceptance/workspace';
import { testFeature } from '../support/engines/feature';

const ephemeral = { netingress_api_key: { run: { description: 'for this run' } } };

testFeature('ephemeral', {
  async works({ emulator, workspace }) {
    await workspace.configure({}, { ephemeral });
    await workspace.apply();
    const requests = emulator.requests().map(({ method, path }) => `${method} ${path.replace(/ak_\w+/, 'ID')}`);
    expect(requests).toEqual(expect.arrayContaining(['POST /api_keys', 'DELETE /api_keys/ID']));
    expect(emulator.objects('api_key').map(({ description }) => description)).not.toContain('for this run');
  },
  async refuses({ workspace }) {
    await workspace.configure({}, { ephemeral });
    expect(await failureOf(workspace, 'validate', '-no-color')).toContain('"ephemeral"');
  },
});
