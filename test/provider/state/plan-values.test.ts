import type { Attributes, Kind } from '../../../src/model/kind';
import { getKind } from '../../../src/model/kinds';
import { expandAttributes } from '../../../src/model/variants/expand-attributes';
import { planValues } from '../../../src/provider/state/plan-values';
import { stateAfterApply } from '../../../src/provider/state/state-from-response';
import { type CtyValue, type ObjectValue, objectValue, UNKNOWN } from '../../../src/values/cty-value';
import { fullConfig } from '../../support/acceptance/samples';
import { SPEC_KINDS } from '../../support/kinds';
import { configOf } from '../../support/provider/values';

/** The state after a create whose response has only planned values; computed strings are their own names. */
function created(kind: Kind, json: unknown): ObjectValue {
  const { planned } = planValues(kind.attributes, configOf(kind, json), null);
  const returned = Object.keys(kind.attributes).map((name) => [
    name,
    kind.attributes[name]?.type === 'string' ? `the ${name}` : null,
  ]);
  return stateAfterApply(kind.attributes, planned, Object.fromEntries(returned));
}

describe('planValues', () => {
  test.each(SPEC_KINDS.map((kind) => [kind.name, kind] as const))(
    'keeps id and created_at of a changed object: %s',
    (_, kind) => {
      const json = { ...fullConfig(kind, 0, { object: 1 }), description: 'other' };
      const { planned } = planValues(
        kind.attributes,
        configOf(kind, json),
        created(kind, fullConfig(kind, 0, { object: 1 })),
      );
      expect(planned['id']).toBe('the id');
      expect(planned['created_at']).toBe('the created_at');
      expect(planned['description']).toBe('other');
    },
  );

  const rule = getKind('ip_policy_rule');
  const ruleState = created(rule, { ip_policy_id: 'ipp_1', action: 'allow', cidr: '10.0.0.0/8' });

  test('keeps unknown inputs unknown, also if the prior value is known', () => {
    const config = configOf(rule, { ip_policy_id: 'ipp_1', action: 'allow' });
    config['cidr'] = UNKNOWN;
    expect(planValues(rule.attributes, config, ruleState).planned['cidr']).toBe(UNKNOWN);
  });

  test('requires replacement only for a forceNew attribute that changes or is unknown', () => {
    const changed = configOf(rule, { ip_policy_id: 'ipp_2', action: 'allow', cidr: '11.0.0.0/8' });
    expect(planValues(rule.attributes, changed, ruleState).requiresReplace).toEqual([['ip_policy_id']]);
    const unknown = configOf(rule, { action: 'allow', cidr: '10.0.0.0/8' });
    unknown['ip_policy_id'] = UNKNOWN;
    expect(planValues(rule.attributes, unknown, ruleState).requiresReplace).toEqual([['ip_policy_id']]);
  });

  const restriction = getKind('ip_restriction');

  test('resets a removed attribute to its default, or to null', () => {
    const state = created(restriction, { type: 'api', ip_policy_ids: ['ipp_1'], enforced: true, description: 'a' });
    const { planned } = planValues(
      restriction.attributes,
      configOf(restriction, { type: 'api', ip_policy_ids: ['ipp_1'] }),
      state,
    );
    expect(planned['enforced']).toBe(false);
    expect(planned['description']).toBeNull();
  });

  test('keeps configured "" and [], which are semantically equal to null', () => {
    const policy = getKind('ip_policy');
    const { planned } = planValues(policy.attributes, configOf(policy, { description: '' }), created(policy, {}));
    expect(planned['description']).toBe('');
    const operator = getKind('kubernetes_operator');
    const features = planValues(
      operator.attributes,
      configOf(operator, { enabled_features: [] }),
      created(operator, {}),
    );
    expect(features.planned['enabled_features']).toEqual([]);
  });

  describe('of an operator with bindings', () => {
    const operator = getKind('kubernetes_operator');
    const json = { enabled_features: ['bindings'], binding: { csr: 'one', endpoint_selectors: ['true'] } };
    const state = created(operator, json);
    const plan = (binding: object): ObjectValue =>
      planValues(operator.attributes, configOf(operator, { ...json, binding: { ...json.binding, ...binding } }), state)
        .planned['binding'] as ObjectValue;

    test('recomputes the certificate only for another request', () => {
      expect(plan({ csr: 'two' })['cert']).toBe(UNKNOWN);
      expect(plan({ endpoint_selectors: ['false'] })['cert']).not.toBe(UNKNOWN);
    });

    test('keeps the value that the service chose if it is not configured', () => {
      const chosen = {
        ...state,
        binding: objectValue([...Object.entries(state['binding'] as ObjectValue), ['ingress_endpoint', 'a:443']]),
      };
      const { planned } = planValues(
        operator.attributes,
        configOf(operator, json),
        objectValue(Object.entries(chosen)),
      );
      expect((planned['binding'] as ObjectValue)['ingress_endpoint']).toBe('a:443');
    });

    test('marks updated_at unknown for an update, and keeps it without a change', () => {
      expect(planValues(operator.attributes, configOf(operator, json), state).planned['updated_at']).toBe(
        'the updated_at',
      );
      expect(
        planValues(operator.attributes, configOf(operator, { ...json, region: 'eu' }), state).planned['updated_at'],
      ).toBe(UNKNOWN);
    });
  });

  test('requires replacement for another target type, not for another name within the type', () => {
    const destination = getKind('event_destination');
    const target = (name: string, rn: string) => ({ [name]: { auth: { role: { role_rn: 'rn' } }, [rn]: 'a' } });
    const state = created(destination, { format: 'JSON', target: target('data_stream', 'stream_rn') });
    const other = configOf(destination, { format: 'json', target: target('log_group', 'log_group_rn') });
    expect(planValues(destination.attributes, other, state).requiresReplace).toEqual([
      ['target', 'data_stream'],
      ['target', 'log_group'],
    ]);
    const renamed = configOf(destination, {
      format: 'JSON',
      target: { data_stream: { auth: { role: { role_rn: 'rn' } }, stream_rn: 'b' } },
    });
    expect(planValues(destination.attributes, renamed, state).requiresReplace).toEqual([]);
  });

  test('requires replacement for an unknown object with a forceNew member at any depth', () => {
    const attributes: Attributes = {
      outer: {
        type: 'object',
        presence: 'required',
        doc: 'Made up.',
        attributes: {
          inner: {
            type: 'object',
            presence: 'optional',
            doc: 'Made up.',
            attributes: { fixed: { type: 'string', presence: 'optional', requiresReplace: 'always', doc: 'Made up.' } },
          },
        },
      },
    };
    const state = objectValue([['outer', objectValue([['inner', objectValue([['fixed', 'a']])]])]]);
    const { requiresReplace } = planValues(attributes, objectValue([['outer', UNKNOWN]]), state);
    expect(requiresReplace).toEqual([['outer']]);
  });

  test('accepts numbers beyond 2^53, such as the version of a write-only value', () => {
    const certificate = { attributes: expandAttributes(getKind('tls_certificate').attributes) };
    const versioned = (version: bigint) =>
      objectValue(
        Object.keys(certificate.attributes).map((name): [string, CtyValue] => [
          name,
          name === 'private_key_pem_wo_version' ? version : null,
        ]),
      );
    const plan = (version: bigint) => planValues(certificate.attributes, versioned(version), versioned(2n ** 53n + 1n));
    expect(plan(2n ** 53n + 1n).requiresReplace).toEqual([]);
    expect(plan(2n ** 53n + 2n).requiresReplace).toEqual([['private_key_pem_wo_version']]);
  });
});
