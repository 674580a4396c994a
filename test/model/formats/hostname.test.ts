import { isFullyQualifiedName } from '../../../src/model/formats/hostname';

test.each([
  'example.com',
  'a.b',
  'ingress.example.co.uk',
  'EXAMPLE.com',
  'xn--bcher-kva.example',
  '1.example.com',
  'a-b.c-d.org',
  `${'a'.repeat(63)}.example.com`,
  Array.from({ length: 4 }, () => 'a'.repeat(62)).join('.'),
])('%s is a domain name', (text) => {
  expect(text.length).toBeLessThanOrEqual(253);
  expect(isFullyQualifiedName(text)).toBe(true);
});

test.each([
  ['nothing', ''],
  ['one label', 'localhost'],
  ['a trailing dot', 'example.com.'],
  ['a leading dot', '.example.com'],
  ['an empty label', 'a..b'],
  ['a leading hyphen', '-a.example.com'],
  ['a trailing hyphen', 'a-.example.com'],
  ['an underscore', 'a_b.example.com'],
  ['a blank', 'a b.example.com'],
  ['a line break', 'example.com\n'],
  ['a wildcard', '*.example.com'],
  ['letters that are not encoded', 'bücher.example'],
  ['a scheme', 'https://example.com'],
  ['a port', 'example.com:443'],
  ['an address', '192.0.2.1'],
  ['a label of 64 characters', `${'a'.repeat(64)}.example.com`],
  [
    '254 characters',
    Array.from({ length: 4 }, () => 'a'.repeat(63))
      .join('.')
      .slice(1),
  ],
])('%s is not a domain name: %j', (_, text) => {
  expect(isFullyQualifiedName(text)).toBe(false);
});
