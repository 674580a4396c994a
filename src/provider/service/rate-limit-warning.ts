/**
 * Tells the user, once in a process, that a limit on the rate of requests makes a run take longer than a minute: in a plan
 * before it is applied, because then there is still something to be done about it, else when requests were held back.
 */
import type { RateUse } from '../../client/api';
import { valuesEqual } from '../../values/equal';
import type { ObjectType } from '../../values/cty-type';
import type { ObjectValue } from '../../values/cty-value';
import type { Diagnostic } from '../protocol/diagnostic';
import { applyTakesLonger, type LimitSource, runTakesLonger } from '../protocol/messages';
import type { PlanAnswer, PlanRequest } from '../protocol/provider';
import type { ManagedResource } from '../resources/managed-resource';
import { impliedType } from '../protocol/schema';
import type { Settings } from '../settings';

/** Watches one configured provider. Each function answers the one warning when it is due, and nothing ever after. */
export interface RateWatch {
  /** After each plan of an object. */
  planned(resource: ManagedResource, request: PlanRequest, answer: PlanAnswer): readonly Diagnostic[];
  /** Before each apply of an object: its requests are no longer to come. */
  applying(resource: ManagedResource, prior: ObjectValue | null, planned: ObjectValue | null): void;
  /** After each operation that asks the service. */
  held(): readonly Diagnostic[];
}

/** Milliseconds of waiting from which a user is told. */
const WORTH_TELLING = 60_000;

const NOTHING: readonly Diagnostic[] = [];

/** A watch over what `use` tells. */
export function createRateWatch(use: () => RateUse, { maxRequestsPerMinute, profile }: Settings): RateWatch {
  const source: LimitSource = maxRequestsPerMinute === undefined ? { profile: profile.name } : 'setting';
  const types = new Map<ManagedResource, ObjectType>();
  let outstanding = 0;
  let told = false;
  const tell = (diagnostic: Diagnostic): readonly Diagnostic[] => {
    told = true;
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
      if (told || perMinute === undefined) return NOTHING;
      outstanding += requestsOf(resource, prior, planned, prior !== null && requiresReplace.length > 0);
      // While plans are applied one after the other, no more is outstanding than Terraform does at one time.
      return outstanding > perMinute ? tell(applyTakesLonger(perMinute, source)) : NOTHING;
    },
    applying(resource, prior, planned) {
      if (!told) outstanding -= Math.min(outstanding, requestsOf(resource, prior, planned, false));
    },
    held() {
      if (told) return NOTHING;
      const { perMinute, held, refusals } = use();
      return held > WORTH_TELLING ? tell(runTakesLonger(held, refusals, perMinute, source)) : NOTHING;
    },
  };
}
