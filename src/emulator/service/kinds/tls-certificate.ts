import { createPrivateKey, X509Certificate } from 'node:crypto';
import { parsePem } from '../../../model/formats/pem';
import { listBlockingReferences } from '../../../model/references';
import type { JsonObject } from '../../../values/json';
import { Refusal } from '../state/refusal';
import { readCertificateOrRefuse } from './certificate';
import type { KindHooks } from './kind-hooks';

const KEY_TYPES: Readonly<Record<string, string>> = { rsa: 'rsa', 'rsa-pss': 'rsa', ec: 'ecdsa', ed25519: 'ed25519' };

/** The code with which the deletion of a certificate is refused while a domain refers to it. */
const IN_USE_CODE = listBlockingReferences('tls_certificate')[0]?.errorCode;

/**
 * Responses do not contain the private key, not even as null. A certificate that the service issued for a domain cannot
 * be deleted while the policy of the domain exists.
 */
export const tlsCertificate: KindHooks = {
  async computeService(_context, { values }, before) {
    if (before) return before.service;
    return readTlsCertificate(String(values['certificate_pem']), String(values['private_key_pem']));
  },
  render(_context, _stored, { private_key_pem: _never, ...body }) {
    return body;
  },
  validateDelete({ id, service }) {
    const domain = service['issued_for'];
    if (domain === undefined) return;
    const certificate = `The TLS certificate ${id} was issued for the domain ${String(domain)}`;
    const reason = 'cannot be deleted while the certificate management policy of that domain exists';
    throw new Refusal(
      409,
      IN_USE_CODE,
      `${certificate} and ${reason}; remove the policy, and the certificate goes with it.`,
    );
  },
};

export async function readTlsCertificate(certificatePem: string, keyPem: string): Promise<JsonObject> {
  const key = createPrivateKey(keyPem);
  const type = KEY_TYPES[key.asymmetricKeyType ?? ''];
  if (!type) {
    const message = `private_key_pem is a key of type ${key.asymmetricKeyType}; expected rsa, ecdsa or ed25519.`;
    throw new Refusal(400, 1903, message);
  }
  const chain = parsePem(certificatePem).map(({ der }) => new X509Certificate(der));
  chain.forEach((certificate, index) => {
    const issuer = chain[index + 1];
    if (issuer && !certificate.verify(issuer.publicKey)) {
      const message = `certificate_pem: certificate ${index + 1} was not signed by certificate ${index + 2}.`;
      throw new Refusal(400, 1926, message);
    }
  });
  const { commonFields, leafFields } = await readCertificateOrRefuse(certificatePem, 1900);
  return { ...commonFields, ...leafFields, private_key_type: type };
}
