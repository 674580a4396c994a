/** Loads the tables and checks of traffic policies on first use: most processes never see one. */
export function trafficPolicies(): typeof import('./late-policy') {
  return require('./late-policy') as typeof import('./late-policy');
}
