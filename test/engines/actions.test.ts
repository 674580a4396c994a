import { failureOf, testFeature } from '../support/engines/feature';

const action = { netingress_none: { x: { config: {} } } };

// The provider has no actions.
testFeature('actions', {
  isUnused: true,
  async works({ workspace }) {
    await workspace.configure({}, { action });
    expect(await failureOf(workspace, 'validate', '-no-color')).toContain(
      'does not have an action schema for netingress_none',
    );
  },
  async isUnknown({ workspace }) {
    await workspace.configure({}, { action });
    expect(await failureOf(workspace, 'validate', '-no-color')).toContain('"action"');
  },
});
