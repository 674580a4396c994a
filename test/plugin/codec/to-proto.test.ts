import { decodeDynamicValue, decodeObject } from '../../../src/plugin/codec/from-proto';
import { attributePath, diagnosticMessages, dynamicValue, receivedIfEqual } from '../../../src/plugin/codec/to-proto';
import type { AttributePath } from '../../../src/provider/protocol/diagnostic';
import type { ObjectType } from '../../../src/values/cty-type';
import { objectValue } from '../../../src/values/cty-value';

const type: ObjectType = [
  'object',
  {
    name: 'string',
    target: ['object', { auth: ['object', { role: 'string' }] }],
    rules: ['map', ['object', { cidr: 'string' }]],
    list: ['list', ['object', { cidr: 'string' }]],
    sources: ['set', ['object', { type: 'string' }]],
  },
];

const diagnostic = { severity: 'error', summary: 's', detail: 'd' } as const;

describe('diagnosticMessages()', () => {
  test.each<[AttributePath, unknown]>([
    [['name'], [{ attributeName: 'name' }]],
    [['target', 'auth', 'role'], [{ attributeName: 'target' }]],
    [
      ['rules', { key: '::/0' }, 'cidr'],
      [{ attributeName: 'rules' }, { elementKeyString: '::/0' }],
    ],
    [
      ['list', { index: 0 }, 'cidr'],
      [{ attributeName: 'list' }, { elementKeyInt: 0 }],
    ],
    [['list', { index: -1 }], [{ attributeName: 'list' }]],
    [['sources', { index: 2 }, 'type'], [{ attributeName: 'sources' }]],
  ])('cuts %j where Terraform can follow it no further', (path, steps) => {
    expect(diagnosticMessages([{ ...diagnostic, path }], type)[0]?.attribute).toEqual({ steps });
  });

  test('leaves the attribute out without a path, because an empty one points nowhere', () => {
    expect(diagnosticMessages([diagnostic, { ...diagnostic, path: [] }], type)).toEqual([
      { severity: 1, summary: 's', detail: 'd' },
      { severity: 1, summary: 's', detail: 'd' },
    ]);
  });

  test('sets the severity of a warning', () => {
    expect(diagnosticMessages([{ ...diagnostic, severity: 'warning' }])[0]?.severity).toBe(2);
  });
});

describe('attributePath()', () => {
  test('follows objects to their end, and names sets as a whole', () => {
    expect(attributePath(['target', 'auth', 'role'], type).steps).toHaveLength(3);
    expect(attributePath(['sources', { index: 0 }, 'type'], type)).toEqual({ steps: [{ attributeName: 'sources' }] });
  });
});

describe('receivedIfEqual()', () => {
  const thing: ObjectType = ['object', { id: 'string', tags: ['map', 'string'] }];
  const value = (tag: string) =>
    objectValue([
      ['id', 'x'],
      ['tags', objectValue([['a', tag]])],
    ]);
  const message = dynamicValue(thing, value('1'));

  test('returns the message of an equal value, and nothing if a nested value differs', () => {
    const received = decodeObject(thing, message);
    expect(receivedIfEqual(message, received, value('1'))).toBe(message);
    expect(receivedIfEqual(message, received, value('2'))).toBeUndefined();
    expect(receivedIfEqual(message, received, null)).toBeUndefined();
  });

  test('does not return JSON, in which attributes may be missing', () => {
    const json = { json: Buffer.from('{"id":"x"}') };
    const received = decodeObject(thing, json);
    expect(receivedIfEqual(json, received, received)).toBeUndefined();
  });
});

test('equal bytes have the value of each type that they are decoded with', () => {
  const bytes = dynamicValue(['map', 'string'], objectValue([['id', 'x']]));
  const [map, object] = [
    ['map', 'string'],
    ['object', { id: 'string' }],
  ] as const;
  for (const type of [map, object, map]) expect(decodeDynamicValue(type, bytes)).toEqual({ id: 'x' });
  expect(() => decodeDynamicValue(['object', { id: 'bool' }], bytes)).toThrow('expected a bool');
});
