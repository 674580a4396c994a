/** The types of Node 20 lack both functions, which Node 22.19 has. */
interface DefaultCertificates {
  readonly getCACertificates: (type: 'default' | 'system') => string[];
  readonly setDefaultCACertificates: (certificates: readonly string[]) => void;
}

/**
 * For connections that are opened later. Node's option --use-system-ca does the same at each start, also in processes
 * that connect to no service.
 */
export function trustSystemStore(): void {
  const { getCACertificates, setDefaultCACertificates } = require('node:tls') as DefaultCertificates;
  const certificates = [...getCACertificates('default'), ...getCACertificates('system')];
  // Each certificate takes time, and on Debian /etc/ssl/certs contains most of them three times.
  setDefaultCACertificates([...new Set(certificates)]);
}
