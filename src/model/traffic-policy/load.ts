/** Loads the tables and checks of traffic policies on first use. */
export function trafficPolicies(): typeof import('./deferred-policy') {
  return require('./deferred-policy') as typeof import('./deferred-policy');
}
