import type { Kind } from '../../model/kind';
import { ROTATION_ATTRIBUTE, SEALED_FOR, sealableNames, sealedName } from '../../model/variants/sealed-attributes';
import { addAdmission, planAdmission } from '../state/admission';
import { checkSlot, configWithSlot, describeRetry, keepSlot } from '../state/rotated-slots';
import { pathsOfRemovedKey, planSealedValues, planWithoutSeal, sealState } from '../state/sealed-values';
import {
  planWithWriteOnlyValues,
  priorWithWriteOnlyValues,
  stateWithoutWriteOnlyValues,
} from '../state/write-only-values';
import { type Extra, keepAttributes } from './extra';

export const admission: Extra = {
  name: 'admission',
  toPlan: planAdmission,
  toState: addAdmission,
};

export function writeOnlyValues({ attributes }: Kind): Extra {
  return {
    name: 'write-only values',
    toRequest({ prior, planned }, config) {
      const withValues = planWithWriteOnlyValues(attributes, planned, config);
      return { prior: prior && priorWithWriteOnlyValues(attributes, prior, planned, withValues), planned: withValues };
    },
    // After a failure the service may not have the new value. With the old version the next apply sends it again.
    toState: (state, source) => stateWithoutWriteOnlyValues(attributes, state, source),
  };
}

export function sealedValues(kind: Kind): Extra {
  const { attributes } = kind;
  return {
    name: 'sealed values',
    toPlan: (planned, prior) => planSealedValues(attributes, planned, prior),
    checkPlan: ({ planned, prior, requiresReplace }) => ({
      diagnostics: [],
      requiresReplace: [...requiresReplace, ...pathsOfRemovedKey(planned, prior)],
    }),
    toRequest: ({ prior, planned }) => ({ prior, planned: prior ? planned : planWithoutSeal(attributes, planned) }),
    toState: keepAttributes([SEALED_FOR, ...sealableNames(attributes).map(sealedName)]),
    async aroundWrite({ session, prior, planned }, send) {
      const response = await send(session);
      if (prior || !planned || !response.state) return response;
      const { state, diagnostics } = await sealState(kind, response.state, planned);
      return { ...response, state, diagnostics: [...response.diagnostics, ...diagnostics] };
    },
  };
}

/** Around {@link sealedValues}: a slot that is not rotated keeps its key. */
export const rotatedSlot: Extra = {
  name: 'rotated slot',
  toConfig: configWithSlot,
  checkPlan({ config, planned, prior, requiresReplace }) {
    const slot = keepSlot(planned, prior, requiresReplace);
    return {
      requiresReplace: slot.requiresReplace,
      diagnostics: [...checkSlot(config, prior), ...slot.diagnostics],
    };
  },
  toState: keepAttributes([ROTATION_ATTRIBUTE]),
  async aroundWrite({ session, prior, planned }, send) {
    const response = await send(session);
    const advice = prior || !planned || response.state ? '' : describeRetry(planned);
    if (advice === '') return response;
    const diagnostics = response.diagnostics.map((each) =>
      each.severity === 'error' ? { ...each, detail: `${each.detail}\n${advice}` } : each,
    );
    return { ...response, diagnostics };
  },
};
