/** The change of a resource: the one operation whose answer must get through whatever happens. */
import type { Diagnostic } from '../../provider/protocol/diagnostic';
import type { ApplyResponse } from '../../provider/protocol/provider';
import { coerceValue } from '../../values/coerce';
import type { ObjectType } from '../../values/cty-type';
import { toValueError } from '../../values/error';
import { decodeObject, decodePrivate } from '../codec/from-proto';
import type { SchemaTypes } from '../codec/schema-types';
import { diagnosticMessages, dynamicValue, identityData } from '../codec/to-proto';
import {
  type ApplyResourceChangeResponse,
  type DynamicValue,
  ProviderMethods,
  type ResourceIdentityData,
} from '../generated/tfplugin6';
import { defineRpc } from './rpc';

/** ApplyResourceChange: creates, updates or deletes; answers the truest state whatever fails. */
export const applyResourceChange = defineRpc(ProviderMethods.ApplyResourceChange, {
  async answer({ provider, types }, request) {
    const { typeName = '' } = request;
    const type = types.resource(typeName);
    const answer = await provider.applyResource({
      type: typeName,
      prior: decodeObject(type, request.priorState),
      planned: decodeObject(type, request.plannedState),
      config: decodeObject(type, request.config),
      plannedPrivate: decodePrivate(request.plannedPrivate),
    });
    return { ...applied(typeName, type, answer), newIdentity: newIdentity(types, typeName, answer) };
  },
  failed: ({ priorState, plannedPrivate, plannedIdentity }, diagnostic) => ({
    newState: priorState,
    private: plannedPrivate,
    newIdentity: plannedIdentity,
    diagnostics: diagnosticMessages([diagnostic]),
  }),
});

function applied(typeName: string, type: ObjectType, answer: ApplyResponse): ApplyResourceChangeResponse {
  const { state, problem } = newState(typeName, type, answer);
  return {
    newState: state,
    private: answer.private,
    diagnostics: diagnosticMessages(problem ? [...answer.diagnostics, problem] : answer.diagnostics, type),
  };
}

/** A malformed state would not be saved, and the object that was made forgotten: what fits of it is, with an error. */
function newState(
  typeName: string,
  type: ObjectType,
  { state }: ApplyResponse,
): { readonly state: DynamicValue; readonly problem?: Diagnostic } {
  try {
    return { state: dynamicValue(type, state) };
  } catch (error) {
    const conforming = coerceValue(type, state) as typeof state;
    const problem: Diagnostic = {
      severity: 'error',
      summary: 'The provider answered an invalid object',
      detail:
        `The state of ${typeName} does not have the form of its schema: ${toValueError(error).message}. The rest of ` +
        'it was saved. This is a fault of the provider; please report it.',
    };
    return { state: dynamicValue(type, conforming), problem };
  }
}

/** An identity that cannot be encoded is left out: the state with the object must be saved whatever else fails. */
function newIdentity(types: SchemaTypes, typeName: string, { state }: ApplyResponse): ResourceIdentityData | undefined {
  try {
    return identityData(types, typeName, state);
  } catch {
    return undefined;
  }
}
