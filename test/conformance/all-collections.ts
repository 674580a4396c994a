import { type Collection, coreCollections } from './collections';
import { credentialCollections } from './credential-collections';
import { networkCollections } from './network-collections';

/** The collections of the documents. */
export const COLLECTIONS: readonly Collection[] = [...coreCollections, ...credentialCollections, ...networkCollections];
