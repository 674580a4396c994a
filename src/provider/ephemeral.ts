import type { ApiError } from '../client/api';
import { attributesFromResponse } from '../model/from-response';
import type { Kind } from '../model/kind';
import { resourceType } from '../model/naming';
import { createBody } from '../model/request';
import { returnsSecretOnCreate } from '../model/variants/sealed-attributes';
import { isJsonObject, tryParseJson } from '../values/json';
import type { Words } from '../values/words';
import type { ProviderDiagnostic } from './protocol/diagnostic';
import { requestFailed } from './protocol/messages';
import type { DeferrableRequest, OpenResponse, PrivateState } from './protocol/provider';
import type { Schema } from './protocol/schema';
import { schemaAttributes } from './protocol/schema-from-model';
import { validateAttributes } from './protocol/validation';
import { createWithRecovery } from './resources/object/recover-lost-create';
import { isServiceError } from './service/service-error';
import type { Session } from './service/session';
import { valueToJson } from './state/json-values';
import { planValues } from './state/plan-values';
import { stateAfterApply } from './state/state-from-response';

export interface EphemeralResource {
  readonly type: string;
  readonly schema: Schema;
  /** Unknown values are valid. */
  validate(config: DeferrableRequest['config']): ProviderDiagnostic[];
  open(session: Session, request: DeferrableRequest): Promise<OpenResponse>;
  /** Throws if the private state has no id. An object that no longer exists is not an error. */
  close(session: Session, privateState: PrivateState): Promise<readonly ProviderDiagnostic[]>;
}

export const canBeEphemeral: (kind: Kind) => boolean = returnsSecretOnCreate;

export function createEphemeralResource(kind: Kind): EphemeralResource {
  return {
    type: resourceType(kind),
    schema: {
      version: 0,
      description:
        `${kind.doc} The ephemeral object is created when Terraform opens it, for the plan and again for the apply, ` +
        'deleted when Terraform closes it, and never stored in plan or state. If Terraform is killed, the object ' +
        'remains at the service.',
      attributes: schemaAttributes(kind.attributes),
    },
    validate: (config) => validateAttributes(kind, config),
    open: (session, request) => open(kind, session, request),
    close: (session, privateState) => close(kind, session, privateState),
  };
}

async function open(kind: Kind, session: Session, { config }: DeferrableRequest): Promise<OpenResponse> {
  const { planned } = planValues(kind.attributes, config, null);
  const failed = (diagnostic: ProviderDiagnostic): OpenResponse => ({
    result: null,
    private: new Uint8Array(),
    diagnostics: [diagnostic],
  });
  let id: string | undefined;
  try {
    const body = createBody(kind.attributes, valueToJson(planned));
    const { object, diagnostics } = await createWithRecovery(kind, session, body);
    id = String(object['id']);
    const remote = attributesFromResponse(kind.attributes, object);
    return {
      result: stateAfterApply(kind.attributes, planned, remote),
      private: Buffer.from(JSON.stringify({ id })),
      diagnostics,
    };
  } catch (failure) {
    if (isServiceError(failure)) return failed(requestFailed(kind, 'create', failure));
    if (id === undefined) throw failure;
    // Terraform closes only what was opened without an error, so the message must name the object.
    const reason = failure instanceof Error ? failure : new Error(String(failure));
    return failed(requestFailed(kind, 'open', reason, notDeleted(kind, id)));
  }
}

async function close(kind: Kind, session: Session, privateState: PrivateState): Promise<ProviderDiagnostic[]> {
  const id = parseOpenedId(privateState);
  try {
    // The request has no stop signal: after an interruption the object must still be deleted.
    await session.client.delete(kind.name, id);
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    if (failure.notFound) return [];
    return [requestFailed(kind, 'delete', failure, notDeleted(kind, id, failure.sideEffect))];
  }
  return [];
}

function parseOpenedId(privateState: PrivateState): string {
  // The error omits the message of the parser, which would quote the data.
  const data = tryParseJson(Buffer.from(privateState).toString());
  const id = isJsonObject(data) ? data['id'] : undefined;
  if (typeof id !== 'string') throw new Error('The private state of an ephemeral resource has no id');
  return id;
}

function notDeleted(kind: Kind, id: string, sideEffect?: ApiError['sideEffect']): Words {
  const state = sideEffect === 'unknown' ? 'may still exist' : 'still exists';
  return `The ${kind.title} '${id}' of this run ${state} at the service. Its secret remains valid. Delete it there.`;
}
