/** The resource of a model kind: each lifecycle step is a function of the kind, in the file named for it. */
import { checkValues } from '../../model/check';
import type { Kind } from '../../model/kind';
import { UNKNOWN } from '../../values/value';
import { resourceType } from '../messages';
import { problemDiagnostics } from '../problem-diagnostics';
import type { ManagedResource } from '../resource';
import { schemaAttributes } from '../schema-of';
import { createKind } from './create';
import { importKind } from './import';
import { planKind } from './plan';
import { readKind } from './read';
import { removeKind } from './remove';
import { updateKind } from './update';

/** The managed resource for a kind. */
export function kindResource(kind: Kind): ManagedResource {
  return {
    type: resourceType(kind),
    schema: { version: 0, description: kind.doc, attributes: schemaAttributes(kind.attributes) },
    validate: (config) =>
      problemDiagnostics(
        kind.attributes,
        checkValues(kind, config, { isKnown: (value) => value !== UNKNOWN, declaration: true }),
      ),
    plan: (request) => planKind(kind, request),
    read: (session, request) => readKind(kind, session, request),
    create: (session, request) => createKind(kind, session, request),
    update: (session, request) => updateKind(kind, session, request),
    remove: (session, request) => removeKind(kind, session, request),
    import: async (_session, id) => importKind(kind, id),
  };
}
