/** The resource of a model kind: each lifecycle step is a function of the kind, in the file named for it. */

import type { Kind } from '../../../model/kind';
import { checkValues } from '../../../model/validation/validate';
import { expandWriteOnly, hasWriteOnly } from '../../../model/write-only-attributes';
import { UNKNOWN } from '../../../values/cty-value';
import { hasErrors } from '../../protocol/diagnostic';
import { resourceType } from '../../protocol/messages';
import { problemDiagnostics } from '../../protocol/problem-diagnostics';
import { schemaAttributes } from '../../protocol/schema-from-model';
import type { Session } from '../../service/session';
import {
  planWithWriteOnlyValues,
  priorWithWriteOnlyValues,
  stateWithoutWriteOnlyValues,
} from '../../state/write-only-values';
import type { CreateRequest, ManagedResource, UpdateRequest } from '../managed-resource';
import { createObject } from './create';
import { importObject } from './import';
import { planObject } from './plan';
import { readObject } from './read';
import { deleteObject } from './remove';
import { updateObject } from './update';

/** What the service is asked to do; the lifecycle without what is about declarations. */
type Lifecycle = Pick<ManagedResource, 'read' | 'create' | 'update'>;

/** The managed resource for a kind. */
export function objectResource(kind: Kind): ManagedResource {
  const declared = { ...kind, attributes: expandWriteOnly(kind.attributes) };
  return {
    type: resourceType(kind),
    schema: { version: 0, description: kind.doc, attributes: schemaAttributes(declared.attributes) },
    attributes: declared.attributes,
    validate: (config) =>
      problemDiagnostics(
        declared.attributes,
        checkValues(declared, config, { isKnown: (value) => value !== UNKNOWN, isConfiguration: true }),
      ),
    plan: (request) => planObject(declared, request),
    ...(hasWriteOnly(kind.attributes) ? withWriteOnly(kind, lifecycle(kind)) : lifecycle(kind)),
    remove: (session, request) => deleteObject(kind, session, request),
    import: (session, id) => importObject(declared, session, id),
  };
}

function lifecycle(kind: Kind): Lifecycle {
  return {
    read: (session, request) => readObject(kind, session, request),
    create: (session, request) => createObject(kind, session, request),
    update: (session, request) => updateObject(kind, session, request),
  };
}

/** The same for declarations with twins: requests hold the write-only values, states never do. */
function withWriteOnly({ attributes }: Kind, plain: Lifecycle): Lifecycle {
  return {
    async read(session, request) {
      const answer = await plain.read(session, request);
      return {
        ...answer,
        state: answer.state && stateWithoutWriteOnlyValues(attributes, answer.state, request.current),
      };
    },
    async create(session: Session, request: CreateRequest) {
      const planned = planWithWriteOnlyValues(attributes, request.planned, request.config);
      const answer = await plain.create(session, { ...request, planned });
      return {
        ...answer,
        state: answer.state && stateWithoutWriteOnlyValues(attributes, answer.state, request.planned),
      };
    },
    async update(session: Session, request: UpdateRequest) {
      const planned = planWithWriteOnlyValues(attributes, request.planned, request.config);
      const prior = priorWithWriteOnlyValues(attributes, request.prior, request.planned, planned);
      const answer = await plain.update(session, { ...request, planned, prior });
      // After a failure it is not known whether the value arrived: with the old version the next apply sends it again.
      const source = hasErrors(answer.diagnostics) ? request.prior : request.planned;
      return { ...answer, state: answer.state && stateWithoutWriteOnlyValues(attributes, answer.state, source) };
    },
  };
}
