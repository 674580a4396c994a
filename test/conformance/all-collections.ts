import { type Collection, coreCollections } from './collections';
import { credentialCollections } from './credential-collections';
import { networkCollections } from './network-collections';

/** The 17 collections that both profiles have. */
export const COLLECTIONS: readonly Collection[] = [...coreCollections, ...credentialCollections, ...networkCollections];
