import fc from 'fast-check';
import {
  formatAddress,
  formatModulePath,
  formatSteps,
  parseAddress,
  parseSteps,
  toReference,
  withoutKeys,
} from '../../src/values/address';
import { valueAt } from '../../src/values/json';
import { formatPath, parsePath } from '../../src/values/path';

/** Addresses are taken apart by steps, so that no name or key can be mistaken for a part of the path. */
describe('an address', () => {
  test.each([
    ['netingress_ip_policy.office', { module: [], mode: 'managed', type: 'netingress_ip_policy', name: 'office' }],
    ['data.netingress_ip_policy.a-b', { module: [], mode: 'data', type: 'netingress_ip_policy', name: 'a-b' }],
    ['ephemeral.netingress_ip_grant.run', { module: [], mode: 'ephemeral', type: 'netingress_ip_grant', name: 'run' }],
    [
      'module.submodule.module.vpc_module.module.module.up_thing.module',
      {
        module: [{ name: 'submodule' }, { name: 'vpc_module' }, { name: 'module' }],
        mode: 'managed',
        type: 'up_thing',
        name: 'module',
      },
    ],
    [
      'module.a["x.module.y"].module.b[0].data.up_lookup.c["]\\"$${e}"]',
      {
        module: [
          { name: 'a', key: 'x.module.y' },
          { name: 'b', key: 0 },
        ],
        mode: 'data',
        type: 'up_lookup',
        name: 'c',
        key: `]"\${e}`,
      },
    ],
    ['up_thing.büro["ü"]', { module: [], mode: 'managed', type: 'up_thing', name: 'büro', key: 'ü' }],
  ])('%s is parsed and printed again', (text, address) => {
    expect(parseAddress(text)).toEqual(address);
    expect(formatAddress(parseAddress(text) as never)).toBe(text);
  });

  test('a type, a reference to a part, another expression and an empty text are none', () => {
    const types = ['netingress_ip_policy', 'netingress_ip_policy.office.id', 'module.edge', 'module.edge.policy_id'];
    const names = ['var.office', 'local.a', 'each.value', 'a.b[each.key]', `a.b["\${each.key}"]`, 'a.b[*]', 'a.b.*.id'];
    const texts = [...types, ...names, 'a.b + c.d', 'a.b ? c.d : e.f', 'a..b', ''];
    expect(texts.filter((text) => parseAddress(text) !== undefined)).toEqual([]);
  });

  const address = { module: [], mode: 'managed', type: 'a', name: 'b' };
  const path = [{ name: 'id' }];
  test.each([
    ['a.b.id', { address, path }],
    ['resource.a.b.id', { address, path }],
    ['a.b.0.id', { address: { ...address, key: 0 }, path }],
    [
      'data.terraform_remote_state.x.outputs["a.b"].c[1]',
      {
        address: { module: [], mode: 'data', type: 'terraform_remote_state', name: 'x' },
        path: [{ name: 'outputs' }, { key: 'a.b' }, { name: 'c' }, { key: 1 }],
      },
    ],
  ])('the reference %s is split into an address and a path', (text, reference) =>
    expect(toReference(parseSteps(text) ?? [])).toEqual(reference),
  );

  test('a module path and steps are printed as Terraform prints them, and keys can be left out', () => {
    const address = parseAddress('module.a["x"].module.b.c.d[0]');
    expect(formatModulePath(address?.module ?? [])).toBe('module.a["x"].module.b');
    expect(formatAddress(withoutKeys(address as never))).toBe('module.a.module.b.c.d');
    expect(formatSteps(parseSteps('each.value["a b"].c[0]') ?? [])).toBe('each.value["a b"].c[0]');
  });
});

test('a path that is printed and parsed is the same', () => {
  const key = fc.oneof(fc.stringMatching(/^[a-z_]\w*$/), fc.string({ minLength: 1 }), fc.constant('2001:db8::/32'));
  const step = fc.oneof(key, fc.nat());
  fc.assert(
    fc.property(key, fc.array(step), (first, rest) => {
      expect(parsePath(formatPath([first, ...rest]))).toEqual([first, ...rest]);
    }),
  );
});

test('the value at a path is a member of objects, and nothing of another value or of a prototype', () => {
  const value = { deployment: { name: 'edge' }, list: ['a'] };
  const others = ['deployment.region', 'list.0', 'deployment.name.length', 'constructor', 'deployment.toString'];
  expect(valueAt(value, 'deployment.name')).toBe('edge');
  expect(others.map((path) => valueAt(value, path))).toEqual(others.map(() => undefined));
});
