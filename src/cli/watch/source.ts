/** Where events come from while they come about. */

/** How far a source was read: plain data for the checkpoint file. */
export type Position =
  | { readonly of: 'file'; readonly inode: string; readonly offset: number }
  | { readonly of: 'stream'; readonly last: string }
  | { readonly of: 'input' };

/** Texts that came together, each one JSON document, and how far the source is read with them. */
export interface Batch {
  readonly texts: readonly string[];
  readonly position: Position;
}
