import { valueAt } from '../../src/values/json';

test.each([
  ['deployment.name', 'edge'],
  ['deployment.region', undefined],
  ['list.0', undefined],
  ['deployment.name.length', undefined],
  ['constructor', undefined],
  ['deployment.toString', undefined],
])('the value at %s is %j', (path, expected) => {
  expect(valueAt({ deployment: { name: 'edge' }, list: ['a'] }, path)).toBe(expected);
});
