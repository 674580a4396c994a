/**
 * The X.509 library. The build bundles it into this file, so users install none of its packages. Import only its types:
 * `loadX509` of x509.ts loads it with the first certificate, so that the emulator starts without it.
 */
// Must be first: the library requires it while loading.
import 'reflect-metadata';

export {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  type Name,
  PemConverter,
  Pkcs10CertificateRequest,
  type PublicKey,
  type PublicKeyType,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
