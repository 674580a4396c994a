/** Collections below one object: `{kind.path}/{id}/{segment}`. */
import { ENDPOINT_ATTRIBUTES } from './endpoint';
import type { Attributes, ObjectsAttribute } from './kind';
import { uri } from './resources/common';
import { eventSubscription } from './resources/event-subscription';
import { kubernetesOperator } from './resources/kubernetes-operator';

export interface SubCollection {
  readonly parent: string;
  readonly title: string;
  readonly segment: string;
  /** Member of a list response that contains the objects. */
  readonly listKey: string;
  /** Member that identifies an object. */
  readonly idMember: string;
  readonly attributes: Attributes;
}

/** Read-only and paged. */
export const BOUND_ENDPOINTS: SubCollection = {
  parent: kubernetesOperator.name,
  title: 'bound endpoint',
  segment: 'bound_endpoints',
  listKey: 'endpoints',
  idMember: 'id',
  attributes: ENDPOINT_ATTRIBUTES,
};

/** The elements of the subscription's `sources`; not paged. */
export const EVENT_SOURCES: SubCollection = {
  parent: eventSubscription.name,
  title: 'event source',
  segment: 'sources',
  listKey: 'sources',
  idMember: 'type',
  attributes: { ...(eventSubscription.attributes['sources'] as ObjectsAttribute).elements, uri },
};
