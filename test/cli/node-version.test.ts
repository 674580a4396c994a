import { findNodeProblem } from '../../src/cli/node-version';

test.each(['18.20.8', '20.17.0'])('Node %s is named with the version that is expected', (version) => {
  expect(findNodeProblem(version)).toMatch(/^Node .* is too old; expected >=20\.18\.1\. Install it/);
});

test.each(['20.18.1', '22.0.0', '24.21.0', '25.0.0-nightly20260101', process.versions.node])(
  'Node %s runs the package',
  (version) => {
    expect(findNodeProblem(version)).toBeUndefined();
  },
);
