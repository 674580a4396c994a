import { readCertificate } from '../crypto/x509';
import type { Behaviour } from './kind-hooks';

/** What is read off an authority's certificate (event-sources.md `certificate_authority_*.v0`); its PEM stays as sent. */
export const certificateAuthority: Behaviour = {
  async make(_call, { values }, before) {
    if (before) return before.service;
    const { shared } = await readCertificate(String(values['ca_pem']), 1920);
    return shared;
  },
};
