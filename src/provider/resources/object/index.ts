/** The resource of a model kind: each lifecycle step is a function of the kind, in the file named for it. */
import { checkValues } from '../../../model/validation/validate';
import type { Kind } from '../../../model/kind';
import { declaredAttributes, holdsTwins } from '../../../model/write-only-attributes';
import { UNKNOWN } from '../../../values/cty-value';
import { hasErrors } from '../../protocol/diagnostic';
import { resourceType } from '../../protocol/messages';
import { problemDiagnostics } from '../../protocol/problem-diagnostics';
import type { CreateRequest, ManagedResource, UpdateRequest } from '../managed-resource';
import { schemaAttributes } from '../../protocol/schema-from-model';
import type { Session } from '../../service/session';
import { declaredState, filledPlan, filledPrior } from '../../state/write-only-values';
import { createKind } from './create';
import { importKind } from './import';
import { planKind } from './plan';
import { readKind } from './read';
import { removeKind } from './remove';
import { updateKind } from './update';

/** What the service is asked to do; the lifecycle without what is about declarations. */
type Lifecycle = Pick<ManagedResource, 'read' | 'create' | 'update'>;

/** The managed resource for a kind. */
export function kindResource(kind: Kind): ManagedResource {
  const declared = { ...kind, attributes: declaredAttributes(kind.attributes) };
  return {
    type: resourceType(kind),
    schema: { version: 0, description: kind.doc, attributes: schemaAttributes(declared.attributes) },
    attributes: declared.attributes,
    validate: (config) =>
      problemDiagnostics(
        declared.attributes,
        checkValues(declared, config, { isKnown: (value) => value !== UNKNOWN, declaration: true }),
      ),
    plan: (request) => planKind(declared, request),
    ...(holdsTwins(kind.attributes) ? withTwins(kind, lifecycle(kind)) : lifecycle(kind)),
    remove: (session, request) => removeKind(kind, session, request),
    import: (session, id) => importKind(declared, session, id),
  };
}

function lifecycle(kind: Kind): Lifecycle {
  return {
    read: (session, request) => readKind(kind, session, request),
    create: (session, request) => createKind(kind, session, request),
    update: (session, request) => updateKind(kind, session, request),
  };
}

/** The same for declarations with twins: requests hold the write-only values, states never do. */
function withTwins({ attributes }: Kind, plain: Lifecycle): Lifecycle {
  return {
    async read(session, request) {
      const answer = await plain.read(session, request);
      return { ...answer, state: answer.state && declaredState(attributes, answer.state, request.current) };
    },
    async create(session: Session, request: CreateRequest) {
      const planned = filledPlan(attributes, request.planned, request.config);
      const answer = await plain.create(session, { ...request, planned });
      return { ...answer, state: answer.state && declaredState(attributes, answer.state, request.planned) };
    },
    async update(session: Session, request: UpdateRequest) {
      const planned = filledPlan(attributes, request.planned, request.config);
      const prior = filledPrior(attributes, request.prior, request.planned, planned);
      const answer = await plain.update(session, { ...request, planned, prior });
      // After a failure it is not known whether the value arrived: with the old version the next apply sends it again.
      const source = hasErrors(answer.diagnostics) ? request.prior : request.planned;
      return { ...answer, state: answer.state && declaredState(attributes, answer.state, source) };
    },
  };
}
