/** Lists of what the service holds, for `terraform query` (terraform/rules 4, 'ListResource'). */
import { attributesFromResponse } from '../model/from-response';
import type { Attributes, Kind } from '../model/kind';
import { naturalKeyOf } from '../model/natural-key';
import { expandWriteOnly } from '../model/write-only-attributes';
import { type ObjectValue, objectValue, UNKNOWN } from '../values/cty-value';
import type { Diagnostic } from './protocol/diagnostic';
import { requestFailed, resourceType } from './protocol/messages';
import type { ListedResource, ListRequest } from './protocol/provider';
import type { Schema } from './protocol/schema';
import { schemaAttributes } from './protocol/schema-from-model';
import { isServiceError } from './service/service-error';
import type { Session } from './service/session';
import { stateAfterRead } from './state/state-from-response';

/** One type of list. */
export interface ListableResource {
  /** Full type name, the same as that of the managed resource. */
  readonly type: string;
  /** What the list may be narrowed by. */
  readonly schema: Schema;
  validate(config: ObjectValue): Diagnostic[];
  /** Objects as the pages arrive, newest first; a failure is the last event. Leaving the loop ends the requests. */
  list(session: Session, request: ListRequest): AsyncIterable<ListedResource>;
}

const filter: Attributes = {
  filter: {
    type: 'string',
    presence: 'optional',
    doc: 'CEL expression over `obj`, evaluated by the service, such as `obj.description == "edge"`.',
  },
};

/** The list of a kind's objects. Kinds whose list takes no filter have none to give. */
export function listableKind(kind: Kind): ListableResource {
  return {
    type: resourceType(kind),
    schema: {
      version: 0,
      description: `Lists every ${kind.title} of the account, newest first.`,
      attributes: schemaAttributes(kind.listFilter ? filter : {}),
    },
    validate: (config) => checkFilter(config),
    list: (session, request) => listObjects(kind, session, request),
  };
}

function checkFilter(config: ObjectValue): Diagnostic[] {
  const given = config['filter'] ?? null;
  if (given === UNKNOWN || given !== '') return [];
  const detail = "filter is empty; expected a CEL expression such as obj.description == 'edge', or no filter.";
  return [{ severity: 'error', summary: 'Invalid attribute value', detail, path: ['filter'] }];
}

async function* listObjects(kind: Kind, session: Session, request: ListRequest): AsyncGenerator<ListedResource> {
  const { config, includeObject, limit } = request;
  // Core ends the stream only when it is done with it; an interruption is told to the provider.
  const signal = AbortSignal.any([request.signal, session.stopSignal()]);
  const given = config['filter'];
  const attributes = expandWriteOnly(kind.attributes);
  const nulls = objectValue(Object.keys(attributes).map((name) => [name, null]));
  let left = limit;
  const options = {
    ...(typeof given === 'string' && { filter: given }),
    // No larger page than what is asked for.
    ...(left < 100 && { limit: left }),
  };
  try {
    if (left === 0) return;
    for await (const answer of session.client.list(kind.name, options, { signal })) {
      const live = attributesFromResponse(kind.attributes, answer);
      const description = live['description'];
      yield {
        identity: objectValue([['id', answer.id]]),
        displayName: naturalKeyOf(kind, live) ?? (typeof description === 'string' ? description : answer.id),
        object: includeObject ? stateAfterRead(attributes, nulls, live) : null,
        diagnostics: [],
      };
      left -= 1;
      if (left === 0) return;
    }
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    yield { identity: null, displayName: '', object: null, diagnostics: [requestFailed(kind, 'list', failure)] };
  }
}
