/** The tests of each promise in SECURITY.md: promise, test file, titles. */
export const SECURITY_PROMISES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  Origin: {
    'test/client/errors/errors.test.ts': ['a redirect with %i is reported and not followed'],
    'test/client/http/fetch-transport.test.ts': ['returns a redirect like any response'],
  },
  'Next pages': {
    'test/client/paging.test.ts': [
      'a next_page_uri at another origin is requested at the base URL, and that origin never sees the key',
    ],
  },
  'Base URL': {
    'test/client/options.test.ts': ['plain http to another host is rejected: %s'],
    'test/provider/create-provider.test.ts': ['rejected by the client is reported at the attribute: %s %j'],
    'test/client/secrets.test.ts': ['the message about an invalid key or base URL does not quote it'],
  },
  'Forward proxy': {
    'test/client/http/connection.test.ts': ['cannot read requests'],
  },
  Downloads: {
    'test/client/http/download.test.ts': ['the proxy is asked, with user and password, also where a redirect leads'],
  },
  Terraform: {
    'test/acceptance/secrets.test.ts': [
      '%s row 13: its secret is written only to the state, and only if configured there',
      'a secret in an ordinary attribute is stored in the state and never shown',
      'the service echoes the key and the body in its error',
    ],
  },
  'Sealed tokens': {
    'test/acceptance/credentials/sealed.test.ts': [
      'seeded plans and their states contain no part of a token',
      'states, plans, output and logs contain no part of a token, which netingress unseal reads',
    ],
    'test/provider/state/sealed-values.test.ts': [
      'a key that cannot be used after all costs the token, never its secrecy',
    ],
  },
  Client: {
    'test/client/secrets.test.ts': [
      'an API key that the service returns in %s is in no error or event',
      'a secret of the body that the service returns in %s is in no error',
      'additional headers are in no error',
    ],
  },
  Crashes: {
    'test/plugin/process/crash.test.ts': ['%s ends the process with a panic that Terraform shows, without secrets'],
    'test/plugin/terraform.test.ts': ['shows the reason of a crash, without secrets'],
  },
  'Request log': {
    'test/plugin/connect.test.ts': ['what it connects with is in no line of the log, and in no text from then on'],
    'test/plugin/process/log.test.ts': ['redacts every secret, also in fields and within a longer one'],
  },
  Settings: {
    'test/provider/settings.test.ts': ['no message contains the value of %s'],
  },
  'Emulator output': {
    'test/emulator/http/requests.test.ts': ['the log contains no secrets in either profile'],
    'test/emulator/control/snapshots.test.ts': [
      'a snapshot is readable, has a version, and by default contains no secrets',
    ],
  },
  Tokens: {
    'test/emulator/service/tokens.test.ts': ['is only in the response to the create'],
  },
  'Mode 0600': {
    'test/cli/private-files.test.ts': [
      'state, deliveries, adopted files, reports and checkpoints are readable only by their owner',
      'a replaced checkpoint and the journal of an adoption are readable only by their owner',
    ],
    'test/emulator/control/state-file.test.ts': ['only its owner can read the file, and no other file remains'],
    'test/cli/emulator.test.ts': [
      'prints its URL, and writes URL and pid to the ready file, which it removes at the end',
    ],
  },
  Ids: {
    'test/client/http/requests.test.ts': [
      'contain ids encoded',
      'come back from the path as they were: %j',
      'are never made of the id %j',
    ],
  },
  TLS: {
    'test/client/http/connection.test.ts': [
      'an unknown authority is rejected, and the message names the setting',
      'a configured authority is trusted',
      'a certificate for another name is rejected',
      'the service sees the client certificate',
    ],
    'test/provider/settings.test.ts': ['reads every attribute from its environment variable'],
    'test/cli/connection.test.ts': ['the authority and the client certificate of the environment are used'],
  },
  Socket: {
    'test/plugin/grpc/listen.test.ts': ['creates a socket that only this user can access, and removes it'],
  },
  'Mutual TLS': {
    'test/plugin/grpc/server.test.ts': ['serve the client with the trusted certificate', 'refuse a client %s'],
  },
  Loopback: {
    'test/emulator/http/server.test.ts': [
      'the emulator listens on a free loopback port, uses the host of the request in URIs, and releases the port',
    ],
  },
  Controls: {
    'test/emulator/control/control-authorization.test.ts': [
      '%s does not, and changes nothing',
      'their responses do not allow pages of other origins to read them',
    ],
  },
  'Control token': {
    'test/emulator/control/control-authorization.test.ts': [
      'on another address than loopback they require the complete token',
    ],
  },
  'No files': {
    'test/emulator/control/control-authorization.test.ts': ['they serve no file'],
  },
  'Web page': {
    'test/emulator/control/web-ui/page.test.ts': [
      'markup in values of users and clients is displayed as text',
      'its policy allows only its own script and only requests to the emulator',
    ],
  },
  Licenses: {
    'test/scripts/dependencies.test.ts': ['the notices name every bundled package with its license', '%j is rejected'],
  },
  Contents: {
    'test/scripts/package-contents.test.ts': [
      'the package contains every declared entry, and no test data, source map, key or path of the build',
    ],
  },
  OpenTofu: {
    'test/terraform/fetch-opentofu.test.ts': [
      'a valid archive becomes a program in the cache, and is fetched once',
      'the archive was changed',
      'the release differs from the pinned one',
    ],
  },
};
