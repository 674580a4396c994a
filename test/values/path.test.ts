import fc from 'fast-check';
import { formatPath, parsePath } from '../../src/values/path';

test('a path that is printed and parsed is the same', () => {
  const key = fc.oneof(fc.stringMatching(/^[a-z_]\w*$/), fc.string({ minLength: 1 }), fc.constant('2001:db8::/32'));
  const step = fc.oneof(key, fc.nat());
  fc.assert(
    fc.property(key, fc.array(step), (first, rest) => {
      expect(parsePath(formatPath([first, ...rest]))).toEqual([first, ...rest]);
    }),
  );
});
