/** Lists of remote objects, for `terraform query`. */

import { type AttributeValues, attributesFromResponse } from '../model/from-response';
import { describeTerms, findRuleGrant, grantStatus } from '../model/grants/grant';
import { type Attributes, type Kind, PAGE_LIMIT } from '../model/kind';
import { resourceType } from '../model/naming';
import { findNaturalKey } from '../model/natural-key';
import { linkSignals } from '../model/net/link-signals';
import { ipPolicyRule } from '../model/resources/ip-policy-rule';
import { hasAdmission } from '../model/variants/admission';
import { expandAttributes } from '../model/variants/expand-attributes';
import { type ObjectValue, objectValue } from '../values/cty-value';
import type { JsonObject } from '../values/json';
import { createError, createWarning, type ProviderDiagnostic } from './protocol/diagnostic';
import { requestFailed } from './protocol/messages';
import type { ListedResource, ListRequest } from './protocol/provider';
import type { Schema } from './protocol/schema';
import { schemaAttributes } from './protocol/schema-from-model';
import { isServiceError } from './service/service-error';
import type { Session } from './service/session';
import { addAdmission } from './state/admission';
import { stateAfterRead } from './state/state-from-response';

export interface ListResource {
  readonly type: string;
  readonly schema: Schema;
  validate(config: ObjectValue): ProviderDiagnostic[];
  /** A failed request is the last event. Leaving the loop ends the requests. */
  list(session: Session, request: ListRequest): AsyncIterable<ListedResource>;
}

const FILTER: Attributes = {
  filter: {
    type: 'string',
    presence: 'optional',
    doc: 'CEL expression over `obj`, evaluated by the service, such as `obj.description == "edge"`.',
  },
};

export function createListResource(kind: Kind): ListResource {
  return {
    type: resourceType(kind),
    schema: {
      version: 0,
      description: `Lists every ${kind.title} of the account, newest first.`,
      attributes: schemaAttributes(kind.listFilter ? FILTER : {}),
    },
    validate: (config) => validateFilter(config),
    list: (session, request) => listObjects(kind, session, request),
  };
}

function validateFilter(config: ObjectValue): ProviderDiagnostic[] {
  if (config['filter'] !== '') return [];
  const detail = "filter is empty; expected a CEL expression such as obj.description == 'edge', or no filter.";
  return [createError('Invalid attribute value', detail, ['filter'])];
}

async function* listObjects(kind: Kind, session: Session, request: ListRequest): AsyncGenerator<ListedResource> {
  const { config, includeObject, limit } = request;
  const filter = config['filter'];
  const attributes = expandAttributes(kind.attributes);
  const emptyState = objectValue(Object.keys(attributes).map((name) => [name, null]));
  const toState = (values: AttributeValues): ObjectValue => {
    const state = stateAfterRead(attributes, emptyState, values);
    return hasAdmission(kind.attributes) ? addAdmission(state) : state;
  };
  let remaining = limit;
  if (remaining === 0) return;
  const options = {
    ...(typeof filter === 'string' && { filter }),
    // A page larger than the limit would have objects that nobody asked for.
    ...(limit < PAGE_LIMIT.default && { limit }),
  };
  // The signal of the request: Terraform has enough objects. That of the session: the user has interrupted Terraform.
  const { signal, release } = linkSignals([request.signal, session.stopSignal()]);
  try {
    for await (const object of session.client.list(kind.name, options, { signal })) {
      const values = attributesFromResponse(kind.attributes, object);
      const description = values['description'];
      yield {
        identity: objectValue([['id', object.id]]),
        displayName: findNaturalKey(kind, values) ?? (typeof description === 'string' ? description : object.id),
        object: includeObject ? toState(values) : null,
        diagnostics:
          kind.name === ipPolicyRule.name ? warnAboutGrant(object.id, values, session.client.serviceTime()) : [],
      };
      remaining -= 1;
      if (remaining === 0) return;
    }
  } catch (failure) {
    if (!isServiceError(failure)) throw failure;
    yield failedListing(requestFailed(kind, 'list', failure));
  } finally {
    release();
  }
}

/** A rule in a configuration has no end: imported, the access would be permanent. */
function warnAboutGrant(id: string, values: JsonObject, now: number): ProviderDiagnostic[] {
  const grant = findRuleGrant(values);
  if (!grant) return [];
  const detail = `Rule ${id} allows ${String(values['cidr'])} ${describeTerms(grant, grantStatus(grant, now))}. A rule in a configuration has no end; delete its blocks from the generated configuration.`;
  return [createWarning('The list contains temporary access', detail)];
}

export function failedListing(diagnostic: ProviderDiagnostic): ListedResource {
  return { identity: null, displayName: '', object: null, diagnostics: [diagnostic] };
}
