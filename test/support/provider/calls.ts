import type { ManagedResource } from '../../../src/provider/resources/managed-resource';
import type { Session } from '../../../src/provider/service/session';
import type { ObjectValue } from '../../../src/values/cty-value';

const NONE = new Uint8Array();

/** The calls of a resource, with the planned values as configuration, and without private state unless it is given. */
export function callsOf(resource: ManagedResource, session: () => Session) {
  return {
    plan: (config: ObjectValue, prior: ObjectValue | null = null, priorPrivate: Uint8Array = NONE) =>
      resource.plan({ type: resource.type, config, prior, proposed: config, priorPrivate }),
    create: (planned: ObjectValue) => resource.create(session(), { planned, config: planned, private: NONE }),
    update: (prior: ObjectValue, planned: ObjectValue, privateState: Uint8Array = NONE) =>
      resource.update(session(), { prior, planned, config: planned, private: privateState }),
    delete: (prior: ObjectValue, more: { readonly isHandedOver?: boolean } = {}) =>
      resource.delete(session(), { prior, private: NONE, ...more }),
    read: (current: ObjectValue, privateState: Uint8Array = NONE) =>
      resource.read(session(), { current, private: privateState }),
  };
}
