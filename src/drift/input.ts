/** What drift detection works on. */
import type {
  AccountInventory,
  AccountObject,
  ConfiguredResource,
  ListFailure,
  StateResource,
} from '../model/inventory';

/** What a GET said about an object that no list held: the object, null when it is gone, or why it is not known. */
export interface Confirmation {
  /** Name of the kind in the model. */
  readonly kind: string;
  /** Identifier that was asked for. */
  readonly id: string;
  /** The object, where it is there. */
  readonly found?: AccountObject;
  /** Why it is not known; with neither member the object is gone. */
  readonly failure?: ListFailure;
}

/** A declared resource, with what its `lifecycle` excludes. */
export interface DeclaredInput extends ConfiguredResource {
  /** First steps of the paths in `ignore_changes`, or `all`. */
  readonly ignoreChanges?: readonly string[] | 'all';
}

/** A synthesized stack, also one that declares nothing. */
export interface DeclaredStackInput {
  readonly name: string;
  /** Addresses that its `moved` blocks, and `removed` ones that do not destroy, name as `from`: what is there is not destroyed. */
  readonly relocated: readonly string[];
}

/** The account, the states and the declaration. */
export interface DriftInput {
  /** What was read of the account. */
  readonly account: AccountInventory;
  /** What the states hold, of all states together. */
  readonly stated: readonly StateResource[];
  /** Undefined when there is no synthesized configuration: then nothing is said about what is pending. */
  readonly declared: readonly DeclaredInput[] | undefined;
  /** The stacks that {@link declared} is of; without them nothing is said about what they no longer declare. */
  readonly stacks?: readonly DeclaredStackInput[] | undefined;
  /** Answers about the candidates of `findCandidates`; one that is not answered counts as not known. */
  readonly confirmations: readonly Confirmation[];
  /** Identifier of the API key that reads, if it is an object of the account. */
  readonly ownKey?: string | undefined;
}
