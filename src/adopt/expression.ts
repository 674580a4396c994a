/** What a declaration says, in neither of the two languages yet. */

/** A value as it will be written. */
export type Expression =
  | { readonly type: 'literal'; readonly value: string | number | boolean }
  /** The identifier of another object that is adopted. */
  | { readonly type: 'reference'; readonly to: Name }
  /** A variable that the environment fills. */
  | { readonly type: 'secret'; readonly variable: string }
  | { readonly type: 'list'; readonly items: readonly Expression[] }
  /** Members are attributes, by the specification's names. */
  | { readonly type: 'object'; readonly entries: readonly Entry[] }
  /** Keys are the user's own. */
  | { readonly type: 'map'; readonly entries: readonly Entry[] };

/** A named value. */
export type Entry = readonly [name: string, value: Expression];

/** What a resource is declared as. */
export interface Name {
  /** Resource of the model, without the provider's prefix: `ip_policy`. */
  readonly resource: string;
  /** Unique among the resources of its type. */
  readonly name: string;
}

/** A value that nobody can read back, so that somebody has to supply it before the object can be made again. */
export interface Secret {
  readonly variable: string;
  /** Where it belongs, `target.data_stream.auth.creds.cloud_secret_access_key`. */
  readonly path: string;
  readonly of: Name;
}

/** One resource to be written, with the object that it is to take over. */
export interface Declaration extends Name {
  /** What `import` is given. */
  readonly importId: string;
  readonly body: readonly Entry[];
  readonly secrets: readonly Secret[];
  /** Dotted paths of further values that no answer holds and that have no variable. */
  readonly unreadable: readonly string[];
  /** Identifiers of objects that are referred to and declared elsewhere. */
  readonly elsewhere: readonly string[];
  /** Lines above the declaration: whence it came. */
  readonly remarks: readonly string[];
}

/** Declarations of one kind (and rule sets beside their policies), which are written to one place. */
export interface Section {
  /** Name of the kind. */
  readonly kind: string;
  readonly declarations: readonly Declaration[];
}
