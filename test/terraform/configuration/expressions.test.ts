/** Expressions have the value that Terraform gives them, or are unknown. */

import {
  findReferences,
  hasExpression,
  Reference,
  resolve,
  splitTemplate,
} from '../../../src/terraform/configuration/expressions';
import { formatSteps, toReference } from '../../../src/values/address';
import { Identities, isUnknown } from '../../../src/values/known';

const values: Readonly<Record<string, unknown>> = { 'local.name': 'a', 'local.n': 2, 'local.list': ['x'] };
const identities = new Identities();
const scope = {
  identities,
  place: 'a test',
  findValue: (steps: Parameters<typeof formatSteps>[0]) => {
    const reference = toReference(steps);
    if (formatSteps(steps) in values) return values[formatSteps(steps)] as never;
    // A path that names no resource, such as `each.key`, is a reference to a resource of this test.
    return new Reference(
      identities,
      's',
      reference ?? { address: { module: [], mode: 'managed', type: 'x', name: 'y' }, path: [] },
    );
  },
};

test.each([
  ['text', 'text'],
  [3, 3],
  [null, null],
  [{ a: [true, `\${local.n}`] }, { a: [true, 2] }],
  [{ [`\${local.name}`]: 1 }, { a: 1 }],
  [`\${local.n}`, 2],
  [`\${ local.n }`, 2],
  [`n=\${local.n}`, 'n=2'],
  [`\${"n=\${local.n}"}`, 'n=2'],
  [`\${"\${local.n}"}`, 2],
  [`$\${literal} %%{literal}`, `\${literal} %{literal}`],
  [`\${"a\\nb \\"}\\" $\${c}"}`, `a\nb "}" \${c}`],
  [`\${["a", local.name, 1.5, null, true]}`, ['a', 'a', 1.5, null, true]],
  [`\${[010, -007, 1e3, 0.50]}`, [10, -7, 1000, 0.5]],
  [`n=\${010}`, 'n=10'],
  [`\${toset(["b", "a", "b"])}`, ['a', 'b']],
  [`\${toset([10, 9, 10])}`, [9, 10]],
  [`\${jsonencode(toset(["\u{1F600}", "\uFF5E", "10", "9"]))}`, '["10","9","\uFF5E","\u{1F600}"]'],
  [`\${tolist(local.list)}`, ['x']],
  [`\${{a = 1, "b" : {c = [2]}}}`, { a: 1, b: { c: [2] } }],
  [`\${{\n  a = 1\n  b = 2\n}}`, { a: 1, b: 2 }],
  [`\${tomap({"203.0.113.0/24" = {action = "allow"}})}`, { '203.0.113.0/24': { action: 'allow' } }],
  [`\${jsonencode({b = "<", a = [local.n]})}`, '{"a":[2],"b":"\\u003c"}'],
  [`\${jsonencode({b = 1, "10" = 2, "9" = 3})}`, '{"10":2,"9":3,"b":1}'],
  [`\${jsonencode({"\u{1F600}" = 1, "\uFF5E" = 2})}`, '{"\uFF5E":2,"\u{1F600}":1}'],
])('%j is %j', (value, expected) => expect(resolve(value as never, scope)).toEqual(expected));

test.each([
  `\${local.n + 1}`,
  `\${local.n == 2 ? "a" : "b"}`,
  `\${[a.b.id, c.d.id][1]}`,
  `\${a.b[*].id}`,
  `\${a.b.*.id}`,
  `\${a.b[each.key].id}`,
  `\${[for x in ["a"] : x]}`,
  `\${upper("a")}`,
  `\${toset(["a"], 1)}`,
  `\${toset(["a"])[0]}`,
  `\${merge({}, {})}`,
  `\${!true}`,
  `\${-local.n}`,
  `\${"a" "b"}`,
  `\${["a" "b"]}`,
  `\${{a = 1 b = 2}}`,
  `\${{(local.name) = 1}}`,
  `\${}`,
  `\${"unended}`,
  '%{ if true }a%{ endif }',
  `\${jsonencode(a.b.id)}`,
  `\${tolist("a")}`,
])('%s is unknown', (value) => {
  const resolved = resolve(value, scope);
  expect(isUnknown(resolved)).toBe(true);
  expect(resolved).not.toBeInstanceOf(Reference);
});

test('a reference alone stays a reference, and a string that contains one has a cause with its own text', () => {
  const alone = resolve(`\${netingress_ip_policy.a["x"].id}`, scope) as Reference;
  expect(alone).toBeInstanceOf(Reference);
  expect(alone).toMatchObject({
    stack: 's',
    attribute: 'id',
    address: { type: 'netingress_ip_policy', name: 'a', key: 'x' },
    cause: { kind: 'reference', reference: 'netingress_ip_policy.a["x"].id', stack: 's' },
  });
  expect(['1', '2'].map((text) => resolve(`${text}-\${netingress_ip_policy.a.id}`, scope))).toMatchObject([
    { cause: { kind: 'derived', value: `'1-\${netingress_ip_policy.a.id}'` } },
    { cause: { kind: 'derived', value: `'2-\${netingress_ip_policy.a.id}'` } },
  ]);
});

test('a template is split where its expressions end, also if they contain braces and strings', () => {
  expect(splitTemplate(`a \${join("}", ["{", "\${b["}"]}"])} $\${c} %{ if d }e%{ endif }`)).toEqual([
    { text: 'a ' },
    { source: `join("}", ["{", "\${b["}"]}"])` },
    { text: ` \${c} ` },
    { source: '%{ if d }' },
    { text: 'e' },
    { source: '%{ endif }' },
  ]);
  expect(splitTemplate(`\${ /* } */ x # "\n }-`)).toEqual([{ source: ' /* } */ x # "\n ' }, { text: '-' }]);
  expect(splitTemplate(`\${x`)).toEqual([{ source: 'x' }]);
  expect(hasExpression({ a: [`$\${b}`] })).toBe(false);
  expect(hasExpression({ a: [`\${b}`] })).toBe(true);
});

test('every reference is found, also in expressions that are not evaluated, and none in literal text', () => {
  const found = findReferences(
    `a.b \${c.d.id == "e.f" ? [for g in h.i : "\${j.k[0].id}"] : try(data.l.m["n.o"].id, null)} p.q`,
  );
  expect(found.map(formatSteps)).toEqual(['c.d.id', 'h.i', 'j.k[0].id', 'data.l.m["n.o"].id']);
  const text = `\${ a.b.id /* c.d.id */ } \${<<X
    e.f.id \${g.h.id}
  X
  }`;
  expect(findReferences(text).map(formatSteps)).toEqual(['a.b.id', 'g.h.id']);
});
