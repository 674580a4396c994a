/**
 * If a plan, or a refresh of an object without numbers, changes nothing, the bytes that Terraform sent are returned,
 * since encoding them again takes longer than comparing.
 */
import { createError, type ProviderDiagnostic } from '../../provider/protocol/diagnostic';
import type { ApplyResponse } from '../../provider/protocol/provider';
import { coerceValue } from '../../values/coerce';
import type { ObjectType } from '../../values/cty-type';
import { toValueError } from '../../values/error';
import { containsNumber } from '../../values/number';
import { decodeObject, decodePrivate, decodeRequiredObject } from '../codec/from-proto';
import type { SchemaTypes } from '../codec/schema-types';
import {
  attributePath,
  diagnosticMessages,
  dynamicValue,
  encodeState,
  identityData,
  isSameMessage,
  receivedIfEqual,
} from '../codec/to-proto';
import { type DynamicValue, ProviderMethods, type ResourceIdentityData } from '../generated/tfplugin6';
import { defineRpc } from './rpc';

/** A null state means that the object does not exist; an error keeps the current state. */
export const readResource = defineRpc(
  ProviderMethods.ReadResource,
  async ({ provider, types }, { typeName = '', ...request }) => {
    const type = types.resource(typeName);
    const current = decodeRequiredObject(type, request.currentState, 'current state');
    const response = await provider.readResource({
      type: typeName,
      current,
      private: decodePrivate(request.private),
    });
    // Terraform sends integers with less precision than its stored states have, see `encodeValue`.
    const unchanged = containsNumber(current)
      ? undefined
      : receivedIfEqual(request.currentState, current, response.state);
    const { state, problems } = unchanged
      ? { state: unchanged, problems: [] }
      : encodeState(typeName, type, response.state);
    const isInvalid = problems.length > 0;
    return {
      newState: isInvalid ? request.currentState : state,
      // Terraform deletes private data that a response omits.
      private: response.private,
      newIdentity: isInvalid ? request.currentIdentity : identityData(types, typeName, response.state),
      diagnostics: diagnosticMessages([...response.diagnostics, ...problems], type),
    };
  },
  ({ currentState, private: currentPrivate, currentIdentity }) => ({
    newState: currentState,
    private: currentPrivate,
    newIdentity: currentIdentity,
  }),
);

export const planResourceChange = defineRpc(
  ProviderMethods.PlanResourceChange,
  async ({ provider, types }, { typeName = '', ...request }) => {
    const type = types.resource(typeName);
    const { priorState, priorIdentity, priorPrivate } = request;
    if (isSameMessage(priorState, request.proposedNewState)) {
      const prior = () => decodeRequiredObject(type, priorState, 'prior state');
      if (provider.keepsUnchanged?.({ type: typeName, prior, priorPrivate: decodePrivate(priorPrivate) })) {
        const identity = priorIdentity ?? identityData(types, typeName, prior());
        return { plannedState: priorState, plannedPrivate: priorPrivate, plannedIdentity: identity };
      }
    }
    const prior = decodeObject(type, priorState);
    const response = await provider.planResource({
      type: typeName,
      prior,
      proposed: decodeObject(type, request.proposedNewState),
      config: decodeObject(type, request.config),
      priorPrivate: decodePrivate(priorPrivate),
    });
    const unchanged = receivedIfEqual(priorState, prior, response.planned);
    return {
      plannedState: unchanged ?? dynamicValue(type, response.planned),
      requiresReplace: response.requiresReplace.map((path) => attributePath(path, type)),
      plannedPrivate: response.plannedPrivate,
      // A destroy keeps the prior identity.
      plannedIdentity: response.planned ? identityData(types, typeName, response.planned) : priorIdentity,
      diagnostics: diagnosticMessages(response.diagnostics, type),
    };
  },
  ({ priorState, priorPrivate }) => ({ plannedState: priorState, plannedPrivate: priorPrivate }),
);

/** The response must reach Terraform in any case, or a created object would be missing from the state. */
export const applyResourceChange = defineRpc(
  ProviderMethods.ApplyResourceChange,
  async ({ provider, types }, { typeName = '', ...request }) => {
    const type = types.resource(typeName);
    const response = await provider.applyResource({
      type: typeName,
      prior: decodeObject(type, request.priorState),
      planned: decodeObject(type, request.plannedState),
      config: decodeObject(type, request.config),
      plannedPrivate: decodePrivate(request.plannedPrivate),
    });
    const { state, problems } = encodeAppliedState(typeName, type, response);
    return {
      newState: state,
      private: response.private,
      newIdentity: appliedIdentity(types, typeName, response),
      diagnostics: diagnosticMessages([...response.diagnostics, ...problems], type),
    };
  },
  ({ priorState, plannedPrivate, plannedIdentity }) => ({
    newState: priorState,
    private: plannedPrivate,
    newIdentity: plannedIdentity,
  }),
);

/** Terraform would not save a malformed state, and would lose the object: the valid part is saved, with an error. */
function encodeAppliedState(
  typeName: string,
  type: ObjectType,
  { state }: ApplyResponse,
): { readonly state: DynamicValue; readonly problems: readonly ProviderDiagnostic[] } {
  try {
    return { state: dynamicValue(type, state), problems: [] };
  } catch (error) {
    const problem = createError(
      'Provider returned an invalid object',
      `The state of ${typeName} does not match its schema: ${toValueError(error).message}. The rest of it was saved. ` +
        'This is a defect of the provider; please report it.',
    );
    return { state: dynamicValue(type, coerceValue(type, state) as typeof state), problems: [problem] };
  }
}

/** Omits an identity that cannot be encoded, so that the state is saved. */
function appliedIdentity(
  types: SchemaTypes,
  typeName: string,
  { state }: ApplyResponse,
): ResourceIdentityData | undefined {
  try {
    return identityData(types, typeName, state);
  } catch {
    return undefined;
  }
}
