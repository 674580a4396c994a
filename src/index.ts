/** Constructs for the configuration of a network ingress service: `NetingressProvider`, a class per type, and patterns. */
export * from './constructs';
