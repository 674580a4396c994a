/** Validation, stored state, refresh and plan of a resource. */
import type { Diagnostic } from '../../provider/protocol/diagnostic';
import { decodeObject, decodePrivate, decodeRequiredObject, decodeStoredState } from '../codec/from-proto';
import {
  attributePath,
  deferredMessage,
  diagnosticMessages,
  dynamicValue,
  identityData,
  readState,
} from '../codec/to-proto';
import { ProviderMethods } from '../generated/tfplugin6';
import { defineRpc } from './rpc';

/** ValidateResourceConfig: without the service, unknown values skipped. */
export const validateResourceConfig = defineRpc(ProviderMethods.ValidateResourceConfig, {
  async answer({ provider, types }, { typeName = '', config, clientCapabilities }) {
    const type = types.resource(typeName);
    const { diagnostics } = await provider.validateResource({
      type: typeName,
      config: decodeRequiredObject(type, config, 'configuration'),
      writeOnlyAllowed: clientCapabilities?.writeOnlyAttributesAllowed ?? false,
    });
    return { diagnostics: diagnosticMessages(diagnostics, type) };
  },
  failed: (_, diagnostic) => ({ diagnostics: diagnosticMessages([diagnostic]) }),
});

/** UpgradeResourceState: runs before each plan, also where versions agree; adds what newer schemas added. */
export const upgradeResourceState = defineRpc(ProviderMethods.UpgradeResourceState, {
  async answer({ provider, types }, { typeName = '', version = 0, rawState }) {
    const type = types.resource(typeName);
    const stored = decodeStoredState(rawState);
    if (!stored) return { diagnostics: diagnosticMessages([stateTooOld(typeName)]) };
    const { state, diagnostics } = await provider.upgradeState({ type: typeName, version, state: stored });
    return { upgradedState: dynamicValue(type, state), diagnostics: diagnosticMessages(diagnostics, type) };
  },
  failed: (_, diagnostic) => ({ diagnostics: diagnosticMessages([diagnostic]) }),
});

/** ReadResource: the refreshed state; null means gone, an error keeps what there was. */
export const readResource = defineRpc(ProviderMethods.ReadResource, {
  async answer({ provider, types }, request) {
    const { typeName = '', currentState, currentIdentity, private: current, clientCapabilities } = request;
    const type = types.resource(typeName);
    const answer = await provider.readResource({
      type: typeName,
      current: decodeRequiredObject(type, currentState, 'current state'),
      private: decodePrivate(current),
      deferralAllowed: clientCapabilities?.deferralAllowed ?? false,
    });
    const { state, problems } = readState(typeName, type, answer.state);
    const isInvalid = problems.length > 0;
    return {
      // A null state would mean that the object is gone.
      newState: isInvalid ? currentState : state,
      // Left out, it would be erased (terraform/rules 0.12).
      private: answer.private,
      newIdentity: isInvalid ? currentIdentity : identityData(types, typeName, answer.state),
      deferred: deferredMessage(answer.deferred),
      diagnostics: diagnosticMessages([...answer.diagnostics, ...problems], type),
    };
  },
  failed: ({ currentState, private: current, currentIdentity }, diagnostic) => ({
    newState: currentState,
    private: current,
    newIdentity: currentIdentity,
    diagnostics: diagnosticMessages([diagnostic]),
  }),
});

/** PlanResourceChange: pure, and never asks the service. */
export const planResourceChange = defineRpc(ProviderMethods.PlanResourceChange, {
  async answer({ provider, types }, request) {
    const { typeName = '' } = request;
    const type = types.resource(typeName);
    const answer = await provider.planResource({
      type: typeName,
      prior: decodeObject(type, request.priorState),
      proposed: decodeObject(type, request.proposedNewState),
      config: decodeObject(type, request.config),
      priorPrivate: decodePrivate(request.priorPrivate),
      deferralAllowed: request.clientCapabilities?.deferralAllowed ?? false,
    });
    return {
      plannedState: dynamicValue(type, answer.planned),
      requiresReplace: answer.requiresReplace.map((path) => attributePath(path, type)),
      plannedPrivate: answer.plannedPrivate,
      // A destroy keeps the identity that there was.
      plannedIdentity: answer.planned ? identityData(types, typeName, answer.planned) : request.priorIdentity,
      deferred: deferredMessage(answer.deferred),
      diagnostics: diagnosticMessages(answer.diagnostics, type),
    };
  },
  failed: ({ priorState, priorPrivate }, diagnostic) => ({
    plannedState: priorState,
    plannedPrivate: priorPrivate,
    diagnostics: diagnosticMessages([diagnostic]),
  }),
});

function stateTooOld(type: string): Diagnostic {
  return {
    severity: 'error',
    summary: 'State is too old',
    detail:
      `The stored state of ${type} is in the form of Terraform 0.11 and earlier, which this provider never wrote. ` +
      'Run terraform apply with Terraform 0.13 once, or remove the object from the state and import it again.',
  };
}
