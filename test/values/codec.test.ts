import type { CtyType } from '../../src/values/cty-type';
import { type CtyValue, objectValue, UNKNOWN } from '../../src/values/cty-value';
import { decodeValue } from '../../src/values/decode';
import { encodeValue } from '../../src/values/encode';
import { ValueError } from '../../src/values/error';
import { encodeMsgpack } from '../../src/values/msgpack';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const bytes = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

describe('encodeValue()', () => {
  test.each<[string, CtyType, CtyValue, string]>([
    ['null', 'string', null, 'c0'],
    ['unknown', 'number', UNKNOWN, 'd40000'],
    ['an integer as text', 'number', -5, 'a22d35'],
    ['an integer beyond 2^53 as text', 'number', 2n ** 53n + 1n, 'b039303037313939323534373430393933'],
    ['infinity as floating point', 'number', Infinity, 'cb7ff0000000000000'],
    ['a fraction as text', 'number', 0.1, 'a3302e31'],
    [
      'a long decimal as text',
      'number',
      { decimal: '0.12345678901234567890' },
      'b5302e31323334353637383930313233343536373839',
    ],
    ['a lone surrogate as U+FFFD', 'string', '\ud800', 'a3efbfbd'],
    ['a typed dynamic', 'dynamic', { type: 'string', value: 'a' }, '92c40822737472696e6722a161'],
  ])('writes %s', (_, type, value, expected) => {
    expect(hex(encodeValue(type, value))).toBe(expected);
  });

  test.each<[string, CtyType, CtyValue, string]>([
    [
      'a missing attribute',
      ['object', { a: ['object', { b: 'string' }] }],
      objectValue([['a', objectValue()]]),
      'a.b: this attribute is missing',
    ],
    ['a surplus attribute', ['object', {}], objectValue([['x', null]]), 'x: the type has no attribute of this name'],
    ['a wrong scalar in a list', ['list', 'string'], ['a', 1], '[1]: expected a string, found a number'],
    [
      'a wrong value below a map key with a space',
      ['map', 'bool'],
      objectValue([['a b', 'x']]),
      '["a b"]: expected a bool, found a string',
    ],
    ['NaN', 'number', Number.NaN, 'expected a number, found NaN'],
    ['text for a number', 'number', { decimal: 'secret' }, 'the string is not a decimal number'],
    ['a tuple of another length', ['tuple', ['string']], [], 'expected 1 elements, found 0'],
    ['an object for a list', ['list', 'string'], objectValue(), 'expected a list, found an object'],
  ])('rejects %s', (_, type, value, message) => {
    expect(() => encodeValue(type, value)).toThrow(new ValueError(message));
  });
});

describe('decodeValue()', () => {
  test.each<[string, CtyType, string, CtyValue]>([
    ['refinements as unknown', 'string', 'c7090c8201c202a47072652d', UNKNOWN],
    ['an extension of any code as unknown', 'bool', 'd5 63 0102', UNKNOWN],
    ['a fraction that is text', 'number', 'a3302e31', 0.1],
    ['a fraction that is binary', 'number', 'cb3fe0000000000000', 0.5],
    [
      'a binary fraction that no short decimal equals',
      'number',
      'cb3fb999999999999a',
      { decimal: '0.1000000000000000055511151231257827021181583404541015625' },
    ],
    ['an integer beyond 2^53', 'number', 'cf0020000000000001', 2n ** 53n + 1n],
    ['a large binary integer', 'number', 'cb4415af1d78b58c40', 10n ** 20n],
    ['an integer that is text', 'number', 'b43138343436373434303733373039353531363136', 2n ** 64n],
    ['minus zero', 'number', 'cb8000000000000000', 0],
    ['a decomposed text as it is', 'string', 'a365cc81', 'e\u0301'],
    ['an unknown dynamic', 'dynamic', 'd40000', UNKNOWN],
    [
      'a map with the key __proto__',
      ['map', 'string'],
      '81a95f5f70726f746f5f5fa178',
      objectValue([['__proto__', 'x']]),
    ],
  ])('reads %s', (_, type, wire, expected) => {
    expect(decodeValue(type, bytes(wire))).toStrictEqual(expected);
  });

  test.each<[string, CtyType, string, string]>([
    ['a missing attribute', ['object', { a: 'string', b: 'string' }], '81a161c0', 'b: this attribute is missing'],
    ['a surplus attribute', ['object', {}], '81a161c0', 'a: the type has no attribute of this name'],
    [
      'a wrong type deep inside',
      ['object', { a: ['list', 'bool'] }],
      '81a16191a178',
      'a[0]: expected a bool, found a string',
    ],
    ['NaN', 'number', 'cb7ff8000000000001', 'expected a number, found NaN'],
    [
      'an array whose length exceeds its elements',
      ['list', 'string'],
      'ddffffffff',
      'an array of 4294967295 is announced, and 0 bytes follow',
    ],
    ['no bytes', 'string', '', 'Offset is outside the bounds of the DataView'],
    ['bytes after the end', 'string', 'c0c0', 'Extra 1 of 2 byte(s) found at buffer[1]'],
    ['a key that is no text', ['map', 'bool'], '8101c3', 'expected strings as map keys, found a number'],
    [
      'a dynamic of an invalid type',
      'dynamic',
      '92c403227822c0',
      'expected a type such as "string" or ["list","string"], found "x"',
    ],
  ])('rejects %s', (_, type, wire, message) => {
    expect(() => decodeValue(type, bytes(wire))).toThrow(new ValueError(message));
  });

  test('rejects excessive nesting', () => {
    const deep = Buffer.concat([Buffer.alloc(200_000, 0x91), Buffer.from([0xc0])]);
    expect(() => decodeValue('string', deep)).toThrow(ValueError);
    const type = `${'["list",'.repeat(50_000)}"string"${']'.repeat(50_000)}`;
    expect(() => decodeValue('dynamic', encodeMsgpack([Buffer.from(type), null]))).toThrow(ValueError);
  });

  test('reads many digits in linear time', () => {
    const value = decodeValue('number', encodeMsgpack('1'.repeat(2_000_000)));
    expect(value).toEqual({ decimal: '1'.repeat(2_000_000) });
  });
});
