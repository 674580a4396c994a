/** The tests of each promise in SECURITY.md: promise, test file, titles. */
export const SECURITY_PROMISES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  Origin: {
    'test/client/errors/errors.test.ts': ['a redirect with %i is not followed, and said'],
    'test/client/http/fetch-transport.test.ts': ['a redirect is an answer like any other'],
  },
  'Next pages': {
    'test/client/paging.test.ts': ['a next_page_uri at another origin (%s) never sees the key'],
  },
  'Base URL': {
    'test/client/options.test.ts': ['plain http to another machine is not: %s'],
    'test/provider/create-provider.test.ts': ['as the client finds it is reported at the attribute: %s %j'],
    'test/client/secrets.test.ts': ['an invalid key or base URL is not repeated in what is said of it'],
  },
  'Forward proxy': {
    'test/client/http/connection.test.ts': ['carries what it cannot read'],
  },
  Downloads: {
    'test/client/http/download.test.ts': [
      'the proxy is asked, with user and password, also where a redirect leads',
    ],
  },
  Terraform: {
    'test/acceptance/secrets.test.ts': [
      '%s row 13: its secret is written nowhere but, where it was asked for, in the state',
      'a secret that is given in an ordinary attribute stands in the state, and nowhere in what is shown',
      'the service echoes the key and the body in its error',
    ],
  },
  Client: {
    'test/client/secrets.test.ts': [
      'an API key that comes back in %s is in no error or event',
      'a secret of the body that comes back in %s is in no error',
      'headers of one’s own are in no error',
    ],
  },
  Crashes: {
    'test/plugin/process/crash.test.ts': ['%s ends it with a panic that Terraform shows, and no secret'],
    'test/plugin/terraform.test.ts': ['shows the reason of a crash, without secrets'],
  },
  'Request log': {
    'test/plugin/connect.test.ts': [
      'what it connects with is in no line of the log, and in no text from then on',
    ],
    'test/plugin/process/log.test.ts': ['hides every secret, also in fields, also a secret inside a longer one'],
  },
  Settings: {
    'test/provider/settings.test.ts': ['no message holds the value of %s'],
  },
  'Emulator output': {
    'test/emulator/http/requests.test.ts': [
      'no secret is in the archive or the log, in the words of either profile, and what is not JSON is left out',
    ],
    'test/emulator/control/snapshots.test.ts': [
      'a snapshot is readable, has a version, and leaves secrets out unless they are asked for',
    ],
  },
  Tokens: {
    'test/emulator/objects/tokens.test.ts': ['is in the answer to its creation and nowhere else'],
  },
  'Mode 0600': {
    'test/cli/private-files.test.ts': [
      'state, deliveries, adopted files, reports and checkpoints are readable only by their owner',
      'a replaced checkpoint and the journal of an adoption are readable only by their owner',
    ],
    'test/emulator/control/state-file.test.ts': ['the file is its owner’s alone, and nothing is left beside it'],
    'test/cli/emulator.test.ts': [
      'prints its URL, and writes URL and pid to the ready file, which it removes at the end',
    ],
  },
  Identifiers: {
    'test/client/http/requests.test.ts': [
      'hold identifiers encoded',
      'come back from the path as they were: %j',
      'are never made of the identifier %j',
    ],
  },
  TLS: {
    'test/client/http/connection.test.ts': [
      'a service whose authority is unknown is not talked to, and the message says what to set',
      'an authority that is given is trusted',
      'a certificate for another name is refused',
      'the service sees the client certificate',
    ],
    'test/provider/settings.test.ts': ['every attribute can be given by its environment variable'],
    'test/cli/connection.test.ts': ['the authority and the client certificate of the environment are used'],
  },
  Socket: {
    'test/plugin/grpc/listen.test.ts': ['makes a socket that only this user can reach, and removes all of it'],
  },
  'Mutual TLS': {
    'test/plugin/grpc/server.test.ts': ['serve the client whose certificate was given', 'refuse a client %s'],
  },
  Loopback: {
    'test/emulator/http/server.test.ts': [
      'it listens on a free loopback port, answers under the host that was used, and lets go of the port',
    ],
  },
  Controls: {
    'test/emulator/control/control-authorization.test.ts': [
      '%s does not, and changes nothing',
      'they are answered without leave for pages of other origins to read',
    ],
  },
  'Control token': {
    'test/emulator/control/control-authorization.test.ts': [
      'elsewhere than on loopback they want the token, whole',
    ],
  },
  'No files': {
    'test/emulator/control/control-authorization.test.ts': ['they serve no file'],
  },
  'Web page': {
    'test/emulator/control/web-ui/page.test.ts': [
      'markup in what users and clients write is shown as text and does nothing',
      'its policy lets nothing run but its own script, and nothing be reached but the emulator',
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
