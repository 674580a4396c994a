import { type Curve, generateAuthorityKey } from '../crypto/ssh/authority-key';
import type { Behaviour } from './kind-hooks';

/** A key pair of its own for each authority (gaps.md section 2); the private one is in no answer. */
export const sshCertificateAuthority: Behaviour = {
  async make({ state }, { id, values }, before) {
    if (before) return before.service;
    const { publicKey, privateKey } = await generateAuthorityKey({
      type: String(values['private_key_type']),
      // What the service takes when it is not told (the model's documentation of both attributes).
      curve: (values['elliptic_curve'] ?? 'p256') as Curve,
      bits: Number(values['key_size'] ?? 2048),
      seed: state.random.bytes(`ssh authority ${id}`, 32),
    });
    return { public_key: publicKey, private_key: privateKey };
  },
};
