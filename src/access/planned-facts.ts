/** What a review needs of a plan. */
import type { FactObject } from './facts';

/** An object of a plan. Rules of a set have ids that begin with the address of the set. */
export interface PlannedFact extends FactObject {
  readonly address: string;
  /** The plan leaves the object as it is. */
  readonly isKept: boolean;
}

/** What a plan says of the objects that it has read or will create. */
export interface PlannedFacts {
  readonly before: readonly PlannedFact[];
  readonly after: readonly PlannedFact[];
  /** Ids of objects of the account, as the plan's provider configurations name them. */
  readonly accountObjects: readonly string[];
  /** Addresses whose object is deleted before its replacement is created. */
  readonly deletedFirst: readonly string[];
  /** Why the plan does not say everything that its apply would do. */
  readonly undecided: readonly string[];
}

/** An object that the plan has read, and what the account has in its place now. */
export interface FoundObject {
  readonly planned: PlannedFact;
  readonly object: FactObject | undefined;
}
