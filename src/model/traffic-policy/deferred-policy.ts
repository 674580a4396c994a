/** The checks of traffic policies, loaded for the first policy only; the build makes a file of its own of them. */
export { checkPolicyText } from './check/text';
export { diffPolicies } from './diff';
export { canonicalPolicy } from './equality';
export { findPolicyReferences } from './references';
