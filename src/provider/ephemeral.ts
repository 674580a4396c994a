/**
 * Ephemeral resources: objects that live for one run of Terraform and stand in no plan and no state. They are made for
 * the kinds whose secret is answered once, at creation: that secret is what a run needs and nobody else should see.
 */
import { attributesFromResponse } from '../model/from-response';
import { isJsonObject, type Json } from '../model/json';
import type { Kind } from '../model/kind';
import { createBody } from '../model/request';
import { checkValues } from '../model/validation/validate';
import { UNKNOWN } from '../values/cty-value';
import type { Diagnostic } from './protocol/diagnostic';
import { requestFailed, resourceType } from './protocol/messages';
import { problemDiagnostics } from './protocol/problem-diagnostics';
import type { OpenRequest, OpenResponse, PrivateState } from './protocol/provider';
import type { Schema } from './protocol/schema';
import { schemaAttributes } from './protocol/schema-from-model';
import { createExactlyOnce, returnsSecretOnCreate } from './resources/object/recover-lost-create';
import { isServiceError, type ServiceError } from './service/service-error';
import type { Session } from './service/session';
import { planValues } from './state/plan-values';
import { stateAfterApply } from './state/state-from-response';
import { valueToJson } from './state/value-to-json';

/** One type of ephemeral resource. `validate` is pure. */
export interface EphemeralResource {
  /** Full type name, the same as that of the managed resource. */
  readonly type: string;
  readonly schema: Schema;
  validate(config: OpenRequest['config']): Diagnostic[];
  /** Creates the object; on failure there is none, as far as that can be known. */
  open(session: Session, request: OpenRequest): Promise<OpenResponse>;
  /** Deletes the object that `open` left in `opened`; one that is gone already is fine. */
  close(session: Session, opened: PrivateState): Promise<readonly Diagnostic[]>;
}

/** Whether objects of the kind may be ephemeral: they hold something that only their creation answers. */
export const isEphemeralKind: (kind: Kind) => boolean = returnsSecretOnCreate;

/** The ephemeral resource of a kind. */
export function ephemeralKind(kind: Kind): EphemeralResource {
  return {
    type: resourceType(kind),
    schema: {
      version: 0,
      description:
        `${kind.doc} This one lives for one run: it is created when Terraform starts to use it and deleted at the end of ` +
        'the run, and stands in no plan and no state. If Terraform is killed, it stays at the service.',
      attributes: schemaAttributes(kind.attributes),
    },
    validate: (config) =>
      problemDiagnostics(
        kind.attributes,
        checkValues(kind, config, { isKnown: (value) => value !== UNKNOWN, isConfiguration: true }),
      ),
    open: (session, request) => open(kind, session, request),
    close: (session, opened) => close(kind, session, opened),
  };
}

async function open(kind: Kind, session: Session, { config }: OpenRequest): Promise<OpenResponse> {
  const { planned } = planValues(kind.attributes, config, null);
  const nothing = { result: null, private: new Uint8Array() };
  let id: string | undefined;
  try {
    const { object, diagnostics } = await createExactlyOnce(
      kind,
      session,
      createBody(kind.attributes, valueToJson(planned)),
    );
    id = String(object['id']);
    const live = attributesFromResponse(kind.attributes, object);
    return {
      result: stateAfterApply(kind.attributes, planned, live),
      private: Buffer.from(JSON.stringify({ id })),
      diagnostics,
    };
  } catch (failure) {
    if (isServiceError(failure)) return { ...nothing, diagnostics: [requestFailed(kind, 'create', failure)] };
    if (id === undefined) throw failure;
    // Terraform closes only what was opened without an error, so the message is the last trace of the object.
    const reason = failure instanceof Error ? failure : new Error(String(failure));
    return { ...nothing, diagnostics: [requestFailed(kind, 'open', reason, leftBehind(kind, id))] };
  }
}

async function close(kind: Kind, session: Session, opened: PrivateState): Promise<Diagnostic[]> {
  const id = openedId(opened);
  try {
    // Not ended by an interruption: this is the last chance to take the object away.
    await session.client.delete(kind.name, id);
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    if (!failure.notFound) return [requestFailed(kind, 'delete', failure, leftBehind(kind, id, failure.outcome))];
  }
  return [];
}

function openedId(opened: PrivateState): string {
  const id = idIn(Buffer.from(opened).toString());
  if (typeof id !== 'string') throw new Error('The private data of an ephemeral resource hold no identifier');
  return id;
}

function idIn(text: string): Json | undefined {
  try {
    const data = JSON.parse(text) as Json;
    return isJsonObject(data) ? data['id'] : undefined;
  } catch {
    // The parser's own message quotes the text, which is not for people to read.
    return undefined;
  }
}

function leftBehind(kind: Kind, id: string, outcome?: ServiceError['outcome']): string {
  const state = outcome === 'unknown' ? 'may still be' : 'is still';
  return `The ${kind.title} ${id} of this run ${state} at the service, with its secret. Delete it there.`;
}
