import fc from 'fast-check';
import { isValidName, type NameableObject, nameObjects } from '../../src/adopt/names';
import { KINDS } from '../../src/model/kinds';
import { objectKey } from '../../src/model/object-key';
import { tries } from '../fuzz';

const id = (prefix: string): fc.Arbitrary<string> =>
  fc.stringMatching(/^[0-9A-Za-z]{27}$/).map((random) => `${prefix}_${random}`);

const text = fc.oneof(
  fc.constantFrom('Office', 'office', 'OFFICE!', 'class', 'new', 'ipPolicies', 'Zürich', '東京', '', '1st', '"; x = "'),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
);
const HOSTS = ['app.example.com', 'app-example.com', '*.example.com', 'wildcard.example.com', '1.example.com'];
const host = fc.constantFrom(...HOSTS);

const named = text.map((name) => JSON.stringify({ name }));

/**
 * Possible objects of the service: ids, types of restrictions, and host names of a kind are unique; other strings are
 * arbitrary.
 */
const objects: fc.Arbitrary<NameableObject[]> = fc.uniqueArray(
  fc.constantFrom(...KINDS).chain((kind) =>
    fc.record({
      kind: fc.constant(kind.name),
      id: id(kind.idPrefix),
      values: fc.record({
        description: fc.option(text),
        metadata: fc.option(fc.oneof(text, named)),
        domain: host,
        type: fc.constantFrom('dashboard', 'api', 'agent', 'endpoints'),
        cidr: fc.constantFrom('10.0.0.0/8', '2001:db8::/32'),
        subject_common_name: fc.option(text),
      }),
    }),
  ),
  {
    maxLength: 30,
    selector: ({ kind, id: own, values }) => {
      if (kind === 'ip_restriction') return values.type;
      return ['domain', 'agent_ingress'].includes(kind) ? `${kind} ${values.domain}` : own;
    },
  },
);

test('names are valid in both languages, and unique within a kind', () => {
  fc.assert(
    fc.property(objects, (all) => {
      const names = nameObjects(all);
      const found = all.map(({ kind, id: own }) => ({ kind, name: names.get(objectKey(kind, own)) ?? '' }));
      expect(found.filter(({ name }) => !isValidName(name))).toEqual([]);
      expect(new Set(found.map(({ kind, name }) => `${kind} ${name}`)).size).toBe(all.length);
    }),
    tries(100),
  );
});

test('names depend neither on objects with other names nor on the order', () => {
  fc.assert(
    fc.property(objects, fc.func(fc.boolean()), (all, keep) => {
      const names = nameObjects(all);
      const some = all.filter(({ id: own }) => keep(own)).reverse();
      for (const [key, name] of nameObjects(some)) expect(name).toBe(names.get(key));
    }),
    tries(100),
  );
});

const one = (
  kind: string,
  values: NameableObject['values'],
  own = 'x_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF',
): string | undefined => nameObjects([{ kind, id: own, values }]).get(objectKey(kind, own));

test.each([
  ['the description', 'ip_policy', { description: 'Office, Zürich (new)' }, 'office_zurich_new_prhmgf'],
  ['a name in metadata', 'ip_policy', { metadata: '{"name":"edge"}' }, 'edge_prhmgf'],
  ['a metadata that is no JSON', 'api_key', { metadata: 'deploy' }, 'deploy_prhmgf'],
  ['the network of a rule', 'ip_policy_rule', { cidr: '203.0.113.0/24' }, 'rule_203_0_113_0_24_prhmgf'],
  ['the deployment', 'kubernetes_operator', { deployment: { namespace: 'edge', name: 'op' } }, 'edge_op_prhmgf'],
  ['the subject', 'tls_certificate', { subject_common_name: 'app.example.com' }, 'app_example_com_prhmgf'],
  ['the domain as it is', 'domain', { domain: 'App.example.com', description: 'x' }, 'app_example_com'],
  ['a wildcard domain', 'domain', { domain: '*.example.com' }, 'wildcard__example_com'],
  ['a domain that begins with a digit', 'domain', { domain: '1.example.com' }, 'domain__1_example_com'],
  ['the type of a restriction', 'ip_restriction', { type: 'dashboard' }, 'dashboard'],
  ['the kind where there is no text', 'ip_policy', { description: '東京 🚀' }, 'policy_prhmgf'],
])('an object is named by %s', (_, kind, values, name) => expect(one(kind, values)).toBe(name));

test('objects with equal names get their complete ids', () => {
  const [a, b] = ['x_AAAAAAAAAAAAAAAAAAAAAprhmgf', 'x_BBBBBBBBBBBBBBBBBBBBBPRHMGF'];
  const equal = [a, b].map((own = '') => ({ kind: 'ip_policy', id: own, values: { description: 'a' } }));
  expect([...nameObjects(equal).values()]).toEqual([`a_${a}`, `a_${b}`]);
});
