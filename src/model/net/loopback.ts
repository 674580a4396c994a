/** A name or address that means this machine and nobody else: `localhost` and what ends in it, 127.0.0.0/8, `::1`. */

/** Whether a host, without port, is this machine; IPv6 with or without brackets. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (/^127(\.\d{1,3}){3}$/.test(name)) return true;
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || name === '[::1]';
}
