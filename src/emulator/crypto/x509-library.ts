/**
 * The X.509 library, which the build bundles into this file: a user installs none of its packages. Loaded with the first
 * certificate, because loading takes longer than the whole start of an emulator.
 */
// Must come first: the library needs it while it loads.
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
