/** Loaded for the first policy; the build makes a file of its own of it. */
export { checkPolicyText } from './check/text';
export { diffPolicies } from './diff';
export { canonicalPolicy } from './equality';
export { findPolicyReferences } from './references';
