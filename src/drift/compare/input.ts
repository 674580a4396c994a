import type { AccountInventory, AccountObject, ConfiguredResource } from '../../model/inventory';
import type { StateObject } from '../../objects/from-states';
import type { DescribedFailure } from '../../values/read-failure';

/**
 * What the service says of an object that no list returned although a state or a traffic policy names it: the response
 * to a GET of an id, or for a name or URL what a list has. Without `found` and `failure` the object was deleted, or
 * nothing has the name.
 */
export interface LookupResult {
  /** Kind in the model, `ip_policy`. */
  readonly kind: string;
  /** The requested id, or name if {@link isName}. */
  readonly id: string;
  /**
   * {@link id} is the name or URL by which a traffic policy refers to the object, such as `web/admin` for a secret.
   * Then `found` is the object that has the name now, whichever its id is, or an endpoint of any type that serves the
   * URL.
   */
  readonly isName?: true;
  readonly found?: AccountObject;
  /** Why the GET or the list failed. */
  readonly failure?: DescribedFailure;
}

/** Whether the look-up found an object that no list returned. One that was found by its name may be in a list too. */
export function isFoundById(lookup: LookupResult): lookup is LookupResult & { readonly found: AccountObject } {
  return lookup.found !== undefined && !lookup.isName;
}

export interface StackMoves {
  readonly name: string;
  /** The `from` addresses of `moved` blocks, and of `removed` blocks that do not destroy. */
  readonly movedOrRemoved: readonly string[];
}

/** An object that a lost state or a killed apply may have left, and the address that configures it. */
export interface LostObject {
  readonly stack: string;
  readonly address: string;
  /** Kind in the model, or `ip_policy_rules` for the rules of a policy. */
  readonly kind: string;
  /** The id of the object. A rule set has that of its policy. */
  readonly id: string;
}

export interface DriftInput {
  readonly account: AccountInventory;
  /** The objects of the states that are compared, without those of provider configurations of another account. */
  readonly inState: readonly StateObject[];
  /**
   * The resources of a synthesized configuration; undefined if there is none. Then no finding has the type `pending`, a
   * change that is configured and not applied.
   */
  readonly configured: readonly ConfiguredResource[] | undefined;
  /** The stacks of {@link configured}. Without them, resources removed from the configuration are not reported. */
  readonly stacks?: readonly StackMoves[] | undefined;
  /** Objects of states that are not compared. They are not unmanaged. */
  readonly inOtherStates?: readonly StateObject[] | undefined;
  /** Objects of the account in no state, each with the configured resource in no state that it likely belongs to. */
  readonly lost?: readonly LostObject[] | undefined;
  /**
   * Results for the objects of `findCandidates`, which may have been deleted. A candidate without a result is not
   * reported.
   */
  readonly lookups: readonly LookupResult[];
  /** Id of the API key that reads the account. */
  readonly readerKeyId?: string | undefined;
  /** Milliseconds since 1970 by the clock of the service. Decides which grants are live; without it, none is. */
  readonly now?: number | undefined;
}
