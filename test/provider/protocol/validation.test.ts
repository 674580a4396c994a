import type { Attributes } from '../../../src/model/kind';
import type { AttributePath } from '../../../src/provider/protocol/diagnostic';
import { problemDiagnostics, validateAttributes } from '../../../src/provider/protocol/validation';
import { objectValue, UNKNOWN } from '../../../src/values/cty-value';
import type { ValuePath } from '../../../src/values/path';

const text = { type: 'string', presence: 'optional', doc: '' } as const;
const member: Attributes = { name: text };

const attributes: Attributes = {
  text,
  object: { type: 'object', presence: 'optional', doc: '', attributes: { inner: text, set: setOf(member) } },
  texts: { type: 'set', elements: 'string', presence: 'optional', doc: '' },
  objects: setOf(member),
  list: { type: 'list', elements: member, presence: 'optional', doc: '' },
  strings: { type: 'list', elements: 'string', presence: 'optional', doc: '' },
  map: { type: 'map', elements: 'string', presence: 'optional', doc: '' },
};

function setOf(elements: Attributes) {
  return { type: 'set', elements, idMember: 'name', presence: 'optional', doc: '' } as const;
}

test.each<[string, ValuePath, AttributePath]>([
  ['an attribute', ['text'], ['text']],
  ['a member of an object', ['object', 'inner'], ['object', 'inner']],
  ['an element of a set of texts, whose elements have no path', ['texts', 2], ['texts']],
  ['a member of an element of a set', ['objects', 0, 'name'], ['objects']],
  ['a set within an object', ['object', 'set', 1, 'name'], ['object', 'set']],
  ['an element of a list', ['strings', 0], ['strings', { index: 0 }]],
  ['a member of an element of a list', ['list', 3, 'name'], ['list', { index: 3 }, 'name']],
  ['an entry of a map, which may be called like an attribute', ['map', 'text'], ['map', { key: 'text' }]],
])('the path of a problem of %s ends where Terraform can address no more', (_, path, expected) => {
  const [diagnostic] = problemDiagnostics(attributes, [{ path, problem: 'is odd', expected: 'better' }]);
  expect(diagnostic?.path).toEqual(expected);
});

test('the detail contains the whole path, of which Terraform shows only a part', () => {
  const problem = { path: ['object', 'set', 1, 'name'], problem: 'is odd', expected: 'better' };
  expect(problemDiagnostics(attributes, [problem])).toEqual([
    {
      severity: 'error',
      summary: 'Invalid attribute value',
      detail: 'object.set[1].name is odd; expected better.',
      path: ['object', 'set'],
    },
  ]);
});

test('a deprecated attribute is a warning with its advice if it is set, also to an unknown value or within an object, and not if it is null or computed', () => {
  const advice = 'Remove it.';
  const deprecated = { ...text, deprecated: advice };
  const computed = { ...deprecated, presence: 'computed' } as const;
  const object = { type: 'object', presence: 'optional', doc: '', attributes: { inner: deprecated } } as const;
  const schema = { attributes: { old: deprecated, other: deprecated, object, computed } };
  const config = objectValue([
    ['old', UNKNOWN],
    ['other', null],
    ['object', objectValue([['inner', 'x']])],
    ['computed', 'x'],
  ]);
  expect(validateAttributes(schema, config)).toEqual(
    [['old'], ['object', 'inner']].map((path) => ({
      severity: 'warning',
      summary: 'Deprecated attribute',
      detail: `${path.join('.')} is deprecated. ${advice}`,
      path,
    })),
  );
});
