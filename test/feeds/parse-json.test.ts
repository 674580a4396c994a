import { parseFeedJson } from '../../src/feeds/parse-json';

test('the line of a missing value is that of the innermost value on its path that exists', () => {
  const json = parseFeedJson('{\n"shards": {\n"networks": [\n"203.0.113.0/24"]}}');
  if ('problem' in json) throw new Error(json.problem);
  expect(json.lineOf(['shards', 'networks', 0])).toBe(4);
  expect(json.lineOf(['shards', 'networks', 1])).toBe(3);
  expect(json.lineOf(['shards', 'absent', 'networks'])).toBe(2);
});
