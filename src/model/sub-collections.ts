/** Collections below one object of a kind: `{kind.path}/{id}/{segment}`. */
import { boundEndpoints } from './data-sources';
import type { Attributes, ObjectsAttribute } from './kind';
import { uri } from './resources/common';
import { eventSubscription } from './resources/event-subscription';
import { kubernetesOperator } from './resources/kubernetes-operator';

/** One such collection, as data. */
export interface SubCollection {
  /** Name of the kind it belongs to. */
  readonly parent: string;
  /** What a person calls one of its objects. */
  readonly title: string;
  /** Last part of its path, without slash. */
  readonly segment: string;
  /** Member of a list answer that holds the objects. */
  readonly listKey: string;
  /** Member that identifies an object, and stands in its path. */
  readonly identity: string;
  /** What an answer holds. */
  readonly attributes: Attributes;
}

/** management-api.md 'List bound endpoints'; read only, paged. */
export const BOUND_ENDPOINTS: SubCollection = {
  parent: kubernetesOperator.name,
  title: 'bound endpoint',
  segment: 'bound_endpoints',
  listKey: 'endpoints',
  identity: 'id',
  attributes: (boundEndpoints.attributes['endpoints'] as ObjectsAttribute).elements,
};

/** gaps.md section 2, `/event_subscriptions/{sid}/sources`: the elements of the subscription's `sources`; not paged. */
export const EVENT_SOURCES: SubCollection = {
  parent: eventSubscription.name,
  title: 'event source',
  segment: 'sources',
  listKey: 'sources',
  identity: 'type',
  attributes: { ...(eventSubscription.attributes['sources'] as ObjectsAttribute).elements, uri },
};
