/** Whether a host, without port, is this machine and nobody else: `localhost`, 127.0.0.0/8 or `::1`. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}
