import { createPrivateKey, X509Certificate } from 'node:crypto';
import { parsePem } from '../../model/formats/pem';
import type { JsonObject } from '../../model/json';
import { readCertificate } from '../crypto/x509';
import { ApiProblem } from '../http/api-problem';
import type { Behaviour } from './kind-hooks';

/** What the service calls the types of private keys; others are not served (1903). */
const keyTypes: Readonly<Record<string, string>> = { rsa: 'rsa', 'rsa-pss': 'rsa', ec: 'ecdsa', ed25519: 'ed25519' };

/**
 * What is read off a certificate and its key (event-sources.md `tls_certificate_*.v0`). The private key is in no answer,
 * not even as null, since the documents' answers have no such member. A certificate that the service issued for a
 * domain cannot be deleted while the domain's policy exists (1966).
 */
export const tlsCertificate: Behaviour = {
  async make(_call, { values }, before) {
    if (before) return before.service;
    return tlsCertificateFacts(String(values['certificate_pem']), String(values['private_key_pem']));
  },
  show(_view, _stored, { private_key_pem: _never, ...answer }) {
    return answer;
  },
  checkRemoval(_account, { id, service }) {
    const domain = service['issued_for'];
    if (domain === undefined) return;
    throw new ApiProblem(
      409,
      1966,
      `The TLS certificate ${id} was issued for the domain ${String(domain)} and cannot be deleted while the ` +
        'certificate management policy of that domain exists; remove the policy, and the certificate goes with it.',
    );
  },
};

/**
 * What the service answers about a chain and the key of its leaf. Refuses a key of another certificate (1923) or of a
 * type that is not served (1903), and a chain in which one was not signed by the next (1926).
 */
export async function tlsCertificateFacts(certificatePem: string, keyPem: string): Promise<JsonObject> {
  const key = createPrivateKey(keyPem);
  const type = keyTypes[key.asymmetricKeyType ?? ''];
  if (!type) {
    throw new ApiProblem(
      400,
      1903,
      `private_key_pem is a key of type ${key.asymmetricKeyType}; expected rsa, ecdsa or ed25519.`,
    );
  }
  const chain = parsePem(certificatePem).map(({ der }) => new X509Certificate(der));
  if (!chain[0]?.checkPrivateKey(key)) {
    throw new ApiProblem(
      400,
      1923,
      'certificate_pem and private_key_pem do not match: the key is that of another certificate.',
    );
  }
  chain.forEach((certificate, index) => {
    const issuer = chain[index + 1];
    if (issuer && !certificate.verify(issuer.publicKey)) {
      throw new ApiProblem(
        400,
        1926,
        `certificate_pem: certificate ${index + 1} was not signed by certificate ${index + 2}.`,
      );
    }
  });
  const { shared, leaf } = await readCertificate(certificatePem, 1900);
  return { ...shared, ...leaf, private_key_type: type };
}
