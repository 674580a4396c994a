import type { JsonObject } from '../../../src/values/json';

/** A rule of a traffic policy with one action and no conditions. */
export const ruleWith = (type: string, config?: JsonObject): JsonObject => ({
  actions: [config ? { type, config } : { type }],
});
