/** Which commands of the guides CI runs: by guide and heading. The guide of a run refuses a heading that is not here. */
export const FOLLOWED: Readonly<Record<string, readonly string[]>> = {
  'docs/guides/access.md': [
    'The project',
    'Grant and revoke',
    'Who gets in',
    'While a command runs',
    'After the end',
    'In drift reports',
  ],
  'docs/guides/actions.md': ['In TypeScript', 'In HCL', 'Verify access'],
  'docs/guides/adoption.md': ['Adopting existing objects', 'Beside an app', 'Checking an IP address'],
  'docs/guides/archives.md': ['DuckDB inside the preview'],
  'docs/guides/drift.md': ['Drift detection', 'Formats', 'Watching'],
  'docs/guides/first-deploy.md': [
    'The project',
    'A service to deploy to',
    'Deploy',
    'Change something',
    'A change outside Terraform',
    'Take it down',
  ],
  'docs/guides/graph.md': ['Diagrams'],
  'docs/guides/languages.md': ['Python', 'Go', 'Deploy', 'Preview', 'Undo the change', 'Drift', 'Python with cdktn'],
  'docs/guides/moves.md': ['Rename', 'Write the moves', 'Apply the moves', 'Lost state'],
  'docs/guides/ngrok.md': ["ngrok's public API", 'Resource types of this profile'],
  'docs/guides/pipelines.md': ['Pipelines'],
  'docs/guides/policies.md': ['A policy of your own'],
  'docs/guides/preview.md': ['Preview', 'A pull request from start to end', 'Recorded traffic'],
  'docs/guides/publish.md': [
    'A mirror',
    'Sign the checksums',
    'A private registry',
    'Once',
    'Each version',
    'Use the published provider',
    'A network mirror',
  ],
  'docs/guides/query.md': ['List', 'Generate and import'],
  'docs/guides/rotation.md': ['Rotate a key without an outage', 'Tokens that only one reader can read'],
  'docs/guides/secrets.md': ['Secrets that you send'],
  'docs/guides/testing.md': ['A first test', 'In HCL'],
  'docs/guides/traffic-policies.md': ['In TypeScript', 'Whom an endpoint admits'],
  'README.md': ['netingress', 'I write TypeScript', 'I write HCL', 'I have an account already'],
};

/** Guides whose commands need what no test has, with the reason. Their commands and options exist (check-shell.ts). */
export const NOT_FOLLOWED: Readonly<Record<string, string>> = {
  'docs/guides/archives.md': 'the command lines of DuckDB and Spark are no packages of npm',
  'docs/guides/cdktn.md':
    'installs from the registry of npm; the check of the package does the same with the packed file',
  'docs/guides/feeds.md': 'reads the lists of publishers',
  'docs/guides/fleet.md': 'needs three accounts and a vault',
  'docs/guides/publish.md': 'the state of an organization moves to another registry',
  'docs/guides/rotation.md': 'asks for a passphrase',
  'docs/guides/runners.md': 'the package of a platform is not published',
  'docs/guides/without-node.md': 'the package of a platform is not published',
};
