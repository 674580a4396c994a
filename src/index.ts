/**
 * Constructs that declare the configuration of a network ingress service: `NetingressProvider`, and for each kind of
 * the service a class and its props. `constructs/generated/index.ts` names them all.
 */
export * from './constructs';
