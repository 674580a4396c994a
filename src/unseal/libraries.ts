import type * as Decrypt from 'jose/jwe/compact/decrypt' with { 'resolution-mode': 'import' };

// An ES module, which Node before 20.19, and 22 before 22.12, cannot `require` unless it is bundled.
export const { compactDecrypt } = require('jose/jwe/compact/decrypt') as typeof Decrypt;
