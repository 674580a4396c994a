/** Behaviour of single kinds. Here belongs only what the model cannot say as data. */
import type { Kind } from '../../model/kind';
import { agentIngress } from './agent-ingress';
import type { Behaviour } from './behaviour';
import { endpoint } from './endpoint';
import { eventDestination } from './event-destination';
import { eventSubscription } from './event-subscription';
import { kubernetesOperator } from './kubernetes-operator';

const behaviours: Readonly<Record<string, Behaviour>> = {
  agent_ingress: agentIngress,
  endpoint,
  event_destination: eventDestination,
  event_subscription: eventSubscription,
  kubernetes_operator: kubernetesOperator,
};

const none: Behaviour = {};

/** What a kind does beyond the model; nothing for most. */
export function behaviourOf(kind: Kind): Behaviour {
  return behaviours[kind.name] ?? none;
}
