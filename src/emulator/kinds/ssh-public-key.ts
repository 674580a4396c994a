import type { Behaviour } from './behaviour';

/** A key is answered as it was sent; that there is no second one is judged by type and body (gaps.md section 0). */
export const sshPublicKey: Behaviour = { keepsSpelling: ['public_key'] };
