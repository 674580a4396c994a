import { attributePath, diagnosticMessages } from '../../../src/plugin/codec/to-proto';
import type { AttributePath } from '../../../src/provider/protocol/diagnostic';
import type { ObjectType } from '../../../src/values/cty-type';

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

  test('always sets a severity', () => {
    expect(diagnosticMessages([{ ...diagnostic, severity: 'warning' }])[0]?.severity).toBe(2);
  });
});

describe('attributePath()', () => {
  test('follows objects to their end, and names sets as a whole', () => {
    expect(attributePath(['target', 'auth', 'role'], type).steps).toHaveLength(3);
    expect(attributePath(['sources', { index: 0 }, 'type'], type)).toEqual({ steps: [{ attributeName: 'sources' }] });
  });
});
