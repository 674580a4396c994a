import fc from 'fast-check';
import { semanticallyEqual } from '../../src/model/canonical';
import type { Attribute, Attributes } from '../../src/model/kind';
import { getKind, KINDS } from '../../src/model/kinds';
import { createBody, isInput, updateBody } from '../../src/model/request';
import { valueToJson } from '../../src/provider/state/json-values';
import { isJsonObject, type Json, type JsonObject } from '../../src/values/json';
import { tries } from '../fuzz';
import { configArbitrary } from '../support/provider/arbitraries';

const membersOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

/** Returns members of a body that are not allowed, at any depth. */
function forbidden(attributes: Attributes, body: JsonObject, allowed: (attribute: Attribute) => boolean): string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const attribute = attributes[name];
    if (!attribute || !allowed(attribute)) return [name];
    if (attribute.type !== 'object') return [];
    return forbidden(attribute.attributes, membersOf(value), allowed).map((path) => `${name}.${path}`);
  });
}

/** Returns the values after a merge PATCH. */
function patched(attributes: Attributes, before: JsonObject, body: JsonObject): JsonObject {
  const entries = Object.entries(body).map(([name, value]): [string, Json] => {
    const attribute = attributes[name];
    const old = before[name];
    const merges = attribute?.type === 'object' && isJsonObject(value) && isJsonObject(old);
    return [name, merges ? patched(attribute.attributes, old, value) : (value ?? null)];
  });
  return { ...before, ...Object.fromEntries(entries) };
}

/** Returns changeable attributes that differ from the plan. */
function notReached(attributes: Attributes, planned: JsonObject, reached: JsonObject): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const [wanted, found] = [planned[name] ?? null, reached[name] ?? null];
    if (!isInput(attribute) || attribute.requiresReplace || semanticallyEqual(attribute, wanted, found)) return [];
    if (wanted === null && (attribute.omittedFromResponses || attribute.detach)) return [];
    if (attribute.type !== 'object') return [name];
    // A PATCH cannot remove it: another attribute does (`requires` of the model), or it is replaced.
    if (wanted === null && attribute.clearBy !== 'null' && attribute.clearBy !== 'members') return [];
    return notReached(attribute.attributes, membersOf(wanted), membersOf(found)).map((path) => `${name}.${path}`);
  });
}

describe.each(KINDS.map((kind) => [kind.name, kind.attributes] as const))('bodies for %s', (_, attributes) => {
  const values = configArbitrary(attributes, false).map((value) => valueToJson(value));

  test('a create contains all configured inputs and no computed attributes, and an update to equal values is undefined', () => {
    fc.assert(
      fc.property(values, (given) => {
        const body = createBody(attributes, given);
        expect(forbidden(attributes, body, isInput)).toEqual([]);
        expect(Object.values(body)).not.toContain(null);
        const lost = Object.entries(attributes).filter(
          ([name, attribute]) => isInput(attribute) && !semanticallyEqual(attribute, given[name], body[name]),
        );
        expect(lost.map(([name]) => name)).toEqual([]);
        expect(updateBody(attributes, given, { ...given })).toBeUndefined();
        expect(updateBody(attributes, given, body)).toBeUndefined();
      }),
    );
  });

  test('an update contains only changeable attributes, is never empty, and changes the prior to the planned values', () => {
    fc.assert(
      fc.property(values, values, (planned, prior) => {
        const body = updateBody(attributes, planned, prior);
        expect(notReached(attributes, planned, patched(attributes, prior, body ?? {}))).toEqual([]);
        if (body === undefined) return;
        expect(Object.keys(body)).not.toEqual([]);
        const changeable = (attribute: Attribute): boolean =>
          isInput(attribute) && !['always', 'within-update'].includes(attribute.requiresReplace ?? '');
        expect(forbidden(attributes, body, changeable)).toEqual([]);
      }),
      tries(300),
    );
  });
});

describe('the body of an update', () => {
  const { attributes: policy } = getKind('ip_policy');
  const { attributes: operator } = getKind('kubernetes_operator');
  const { attributes: ingress } = getKind('agent_ingress');
  const { attributes: restriction } = getKind('ip_restriction');
  const { attributes: subscription } = getKind('event_subscription');

  // The attributes of the kind, the prior and the planned values, and the body.
  test.each<[string, Attributes, JsonObject, JsonObject, JsonObject | undefined]>([
    ['a text is cleared by an empty one', policy, { description: 'a' }, {}, { description: '' }],
    ['a set is cleared by an empty one', subscription, { sources: [{ type: 'a' }] }, {}, { sources: [] }],
    ['an attribute with a default gets it', restriction, { enforced: true }, {}, { enforced: false }],
    ['the default itself needs nothing', restriction, { enforced: false }, {}, undefined],
    [
      'automatic certificates are switched off by null',
      ingress,
      { certificate_management_policy: { authority: 'letsencrypt' } },
      {},
      { certificate_management_policy: null },
    ],
    [
      'a deployment is cleared member by member',
      operator,
      { deployment: { name: 'n', version: 'v', namespace: 'immutable' } },
      {},
      { deployment: { name: '', version: '' } },
    ],
    [
      'a member of an object is cleared beside the others',
      operator,
      { deployment: { name: 'n', version: 'v' } },
      { deployment: { name: 'n' } },
      { deployment: { name: 'n', version: '' } },
    ],
    [
      'a binding is not removed: the service does that with its feature',
      operator,
      { binding: { csr: 'a' } },
      {},
      undefined,
    ],
    [
      'what the service never returns is not removed',
      operator,
      { binding: { csr: 'a', endpoint_selectors: ['true'] } },
      { binding: { endpoint_selectors: ['true'] } },
      undefined,
    ],
    [
      'what the service chose is not sent back',
      operator,
      { binding: { endpoint_selectors: ['true'], ingress_endpoint: 'a:443' } },
      { binding: { endpoint_selectors: ['false'], ingress_endpoint: 'a:443' } },
      { binding: { endpoint_selectors: ['false'] } },
    ],
  ])('%s', (_, attributes, prior, planned, body) => {
    expect(updateBody(attributes, planned, prior)).toEqual(body);
  });
});

test('a request has canonical values, and configured "" and []', () => {
  const rule = getKind('ip_policy_rule').attributes;
  expect(createBody(rule, { cidr: '2001:DB8:0::/32', description: '' })).toEqual({
    cidr: '2001:db8::/32',
    description: '',
  });
  const operator = getKind('kubernetes_operator').attributes;
  expect(createBody(operator, { enabled_features: ['Ingress'] })).toEqual({ enabled_features: ['ingress'] });
  expect(createBody(operator, { enabled_features: [] })).toEqual({ enabled_features: [] });
});

test('a changed nested object is sent with all changeable members', () => {
  const { attributes } = getKind('kubernetes_operator');
  const prior = { deployment: { name: 'n', version: '1', namespace: 'x' } };
  expect(updateBody(attributes, { deployment: { ...prior.deployment, version: '2' } }, prior)).toEqual({
    deployment: { name: 'n', version: '2' },
  });
});
