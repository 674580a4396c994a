import type { Kind } from '../kind';

/**
 * A resource of our own making: it stands for no single object of the service, but for a set of them or for a state that
 * one is to reach (design: 'Beyond one-to-one resources'). What is declared is data here, as for a kind.
 */
export interface Composite extends Pick<Kind, 'name' | 'title' | 'doc' | 'attributes' | 'errorCodes'> {
  /** Owns what single objects of `kind` would declare too: never both with the same value of `attribute`. */
  readonly exclusive?: { readonly kind: string; readonly attribute: string };
}
