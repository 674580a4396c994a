/** What a copy cannot know, see the guide on previews. */
import { findUnknowns } from '../../src/preview/unknowns';

const rotating = (after: object) => ({
  ...{ type: 'time_rotating', mode: 'managed', name: 'month', address: 'time_rotating.month' },
  change: { actions: ['no-op'], before: after, after },
});

test('a time_rotating may be over at the deployment, and a new one is unknown in the plan', () => {
  const find = (after: object) =>
    findUnknowns({ accounts: [], stacks: [{ name: 'edge', plan: { resource_changes: [rotating(after)] } }] } as never, {
      namedAddresses: [],
      limits: {},
    }).filter((line) => line.includes('time_rotating'));
  expect(find({ rotation_rfc3339: '2026-12-01T00:00:00Z' })).toEqual([
    'What depends on time_rotating.month, if the deployment is after 2026-12-01T00:00:00Z: it has other values then, in stack edge.',
  ]);
  expect(find({})).toEqual([]);
});
