/** Loaded for the first traffic policy only; the build sets it apart. */
export { checkPolicyText } from './check/text';
export { diffPolicies } from './diff';
export { canonicalPolicy } from './equality';
export { findPolicyReferences } from './references';
