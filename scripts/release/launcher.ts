/** The file that Terraform starts on Linux and macOS. It runs no program of the PATH, which may contain none. */

/**
 * Libraries of the machine must not be loaded by musl, and options of the user's Node are not for this one.
 * NODE_EXTRA_CA_CERTS and SSL_CERT_* are kept: they add certificate authorities.
 */
const UNSET = [
  'LD_PRELOAD',
  'LD_LIBRARY_PATH',
  'NODE_OPTIONS',
  'NODE_PATH',
  'NODE_V8_COVERAGE',
  'OPENSSL_CONF',
  'OPENSSL_MODULES',
];

/**
 * Sets the variable with the folder of the libraries. The loader splits it at colons, and the path of a package
 * contains one if its registry has a port; such a folder is passed as an open file.
 */
const FIND_LIBRARIES = `libraries=$dir/lib
case $dir in
  *:*) exec 3<"$libraries"; libraries=/proc/self/fd/3 ;;
esac
`;

/** Returns the launcher; on Linux Node is started by the package's own dynamic loader, the file `loader`. */
export function launcherScript(loader: string | undefined): string {
  const node =
    loader === undefined
      ? 'exec "$dir/node"'
      : `${FIND_LIBRARIES}exec "$dir/${loader}" --library-path "$libraries" "$dir/node"`;
  return `#!/bin/sh
# Starts the provider with the Node of this package. NETINGRESS_NODE is the path of another one, for debugging.
unset ${UNSET.join(' ')}
dir=\${0%/*}
if [ -n "\${NETINGRESS_NODE:-}" ]; then
  exec "$NETINGRESS_NODE" "$dir/provider.js" "$@"
fi
${node} "$dir/provider.js" "$@"
`;
}
