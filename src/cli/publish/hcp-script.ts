/** The API calls that publish a release in a private registry of HCP Terraform or Terraform Enterprise. */

import { shellQuote } from '../../model/text';
import type { SignedRelease } from './layouts';
import { PROTOCOLS, splitPlatform } from './release';

/**
 * Returns a shell script with the calls in their order: key, provider, version, checksums, signature, and the zip of each
 * platform. The key and the provider are created only if they do not exist. The script needs curl and jq.
 */
export function renderHcpScript(release: SignedRelease, organization: string, folder: string): string {
  const { version, checksumsName, key, zips } = release;
  const provider = `/api/v2/organizations/${organization}/registry-providers`;
  const versions = `${provider}/private/${organization}/netingress/versions`;
  const keys = '/api/registry/private/v2/gpg-keys';
  return `#!/bin/sh
# Publishes netingress ${version} in the private registry of ${organization}.
set -eu
: "\${TFE_ADDRESS:?Set it to the address of HCP Terraform or Terraform Enterprise}"
: "\${TFE_TOKEN:?Set it to an API token of an owner of ${organization}}"
cd ${shellQuote(folder)}

# Prints the response. The response of a refused call is an error message.
send() {
  response=$(curl --silent --show-error --fail-with-body "$@") || { printf '%s\\n' "$response" >&2; return 1; }
  printf %s "$response"
}
call() { # METHOD PATH [BODY]
  send --request "$1" --header "Authorization: Bearer $TFE_TOKEN" --header 'Content-Type: application/vnd.api+json' \\
    \${3:+--data} \${3:+"$3"} "$TFE_ADDRESS$2"
}
exists() { call GET "$1" >/dev/null 2>&1; }
upload() { # FILE URL
  send --request PUT --upload-file "$1" "$2" >/dev/null
}

# 1. The public key that verifies the signature.
exists ${keys}/${organization}/${key.id} || call POST ${keys} ${shellQuote(
    data('gpg-keys', { namespace: organization, 'ascii-armor': key.armored }),
  )} >/dev/null

# 2. The provider.
exists ${provider}/private/${organization}/netingress || call POST ${provider} ${shellQuote(
    data('registry-providers', { name: 'netingress', namespace: organization, 'registry-name': 'private' }),
  )} >/dev/null

# 3. The version, with its checksums and their signature.
links=$(call POST ${versions} ${shellQuote(
    data('registry-provider-versions', { version, 'key-id': key.id, protocols: PROTOCOLS }),
  )})
upload ${checksumsName} "$(printf %s "$links" | jq -r '.data.links["shasums-upload"]')"
upload ${checksumsName}.sig "$(printf %s "$links" | jq -r '.data.links["shasums-sig-upload"]')"

# 4. The zip of each platform.
${zips
  .map(({ platform, name, sha256 }) => {
    const attributes = { ...splitPlatform(platform), shasum: sha256, filename: name };
    return `links=$(call POST ${versions}/${version}/platforms ${shellQuote(data('registry-provider-version-platforms', attributes))})
upload ${name} "$(printf %s "$links" | jq -r '.data.links["provider-binary-upload"]')"`;
  })
  .join('\n')}
echo 'Published netingress ${version}.'
`;
}

function data(type: string, attributes: object): string {
  return JSON.stringify({ data: { type, attributes } });
}
