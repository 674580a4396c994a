/**
 * docs/guides/which-construct.md names only constructs and resource types that exist, and every class of the patterns.
 */
import * as netingress from '../../src';
import * as patterns from '../../src/constructs/patterns';
import { COMPOSITES, rotation } from '../../src/model/composites';
import { KINDS } from '../../src/model/kinds';
import { documentAt } from './documents';

const { quoted } = documentAt('docs/guides/which-construct.md');
const names = new Set(quoted.flatMap(({ text }) => /^[A-Z]\w+/.exec(text) ?? []));

/**
 * Exports of the patterns that are no choice for a user: the base class of two patterns, and classes that expressions
 * consist of.
 */
const NOT_CHOSEN = ['EventStream', 'Cel', 'CelText'];

test('every construct on the page exists, and every class of the patterns that a user may choose is on it', () => {
  expect([...names].filter((name) => !(name in netingress))).toEqual([]);
  const chosen = Object.entries(patterns)
    .filter(([name]) => /^[A-Z][a-z]/.test(name))
    .flatMap(([name, value]) => (typeof value === 'function' && !NOT_CHOSEN.includes(name) ? [name] : []));
  expect(chosen.filter((name) => !names.has(name))).toEqual([]);
  expect(chosen).toContain('IpAllowList');
});

test('every resource type on the page exists', () => {
  const types = new Set([...KINDS, ...COMPOSITES, rotation].map(({ name }) => `netingress_${name}`));
  const used = quoted.flatMap(({ text }) => /^netingress_\w+$/.exec(text) ?? []);
  expect(used.filter((type) => !types.has(type))).toEqual([]);
  expect(used.length).toBeGreaterThan(10);
});
