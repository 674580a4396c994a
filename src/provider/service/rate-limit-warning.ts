/**
 * Tells the user, once in a process, that a limit on the rate of requests makes a run take longer than a minute: in a plan
 * before it is applied, because then there is still something to be done about it, else when requests were held back.
 */
import type { RateLimitUsage } from '../../client/api';
import type { ObjectType } from '../../values/cty-type';
import type { ObjectValue } from '../../values/cty-value';
import { valuesEqual } from '../../values/equal';
import type { Diagnostic } from '../protocol/diagnostic';
import { type LimitSource, rateLimitSlowedRun, rateLimitWillSlowApply } from '../protocol/messages';
import type { PlanRequest, PlanResponse } from '../protocol/provider';
import { impliedType } from '../protocol/schema';
import type { ManagedResource } from '../resources/managed-resource';
import type { Settings } from '../settings';

/** Watches one configured provider. Each function answers the one warning when it is due, and nothing ever after. */
export interface RateLimitWarning {
  /** After each plan of an object. */
  planned(resource: ManagedResource, request: PlanRequest, answer: PlanResponse): readonly Diagnostic[];
  /** Before each apply of an object: its requests are no longer to come. */
  applying(resource: ManagedResource, prior: ObjectValue | null, planned: ObjectValue | null): void;
  /** After each operation that asks the service. */
  throttledMs(): readonly Diagnostic[];
}

/** Milliseconds of waiting from which a user is told. */
const WARN_AFTER_MS = 60_000;

const NOTHING: readonly Diagnostic[] = [];

/** A watch over what `use` tells. */
export function createRateLimitWarning(
  use: () => RateLimitUsage,
  { maxRequestsPerMinute, profile }: Settings,
): RateLimitWarning {
  const source: LimitSource = maxRequestsPerMinute === undefined ? { profile: profile.name } : 'setting';
  const types = new Map<ManagedResource, ObjectType>();
  let outstanding = 0;
  let warned = false;
  const tell = (diagnostic: Diagnostic): readonly Diagnostic[] => {
    warned = true;
    return [diagnostic];
  };
  const requestsOf = (
    resource: ManagedResource,
    prior: ObjectValue | null,
    planned: ObjectValue | null,
    replaced: boolean,
  ): number => {
    const type = types.get(resource) ?? impliedType(resource.schema.attributes);
    types.set(resource, type);
    if (valuesEqual(type, prior, planned)) return 0;
    // A replacement is planned twice: this time it stands for the deletion.
    return resource.requests?.(prior, replaced ? null : planned) ?? 1;
  };
  return {
    planned(resource, { prior }, { planned, requiresReplace }) {
      const { perMinute } = use();
      if (warned || perMinute === undefined) return NOTHING;
      outstanding += requestsOf(resource, prior, planned, prior !== null && requiresReplace.length > 0);
      // While plans are applied one after the other, no more is outstanding than Terraform does at one time.
      return outstanding > perMinute ? tell(rateLimitWillSlowApply(perMinute, source)) : NOTHING;
    },
    applying(resource, prior, planned) {
      if (!warned) outstanding -= Math.min(outstanding, requestsOf(resource, prior, planned, false));
    },
    throttledMs() {
      if (warned) return NOTHING;
      const { perMinute, throttledMs, rejections429 } = use();
      return throttledMs > WARN_AFTER_MS
        ? tell(rateLimitSlowedRun(throttledMs, rejections429, perMinute, source))
        : NOTHING;
    },
  };
}
