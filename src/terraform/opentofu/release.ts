export interface OpenTofuRelease {
  readonly version: string;
  /** Base address; the archives are at `<address>/v<version>/tofu_<version>_<platform>.zip`. */
  readonly address: string;
  /** By platform, in hex. An archive must also match the release's own list of checksums. */
  readonly sha256: Readonly<Partial<Record<string, string>>>;
}

/**
 * The checksums come from published packages of this release: linux_amd64 from three packages that agree, linux_arm64
 * from one of them; which packages these were is not recorded. The archive of another platform is verified by the
 * release's SHA256SUMS alone. Verify the signature of SHA256SUMS before you pin a new release.
 */
export const OPENTOFU: OpenTofuRelease = {
  version: '1.10.6',
  address: 'https://github.com/opentofu/opentofu/releases/download',
  sha256: {
    linux_amd64: '15b7bed76420b50da3e121769c43341df8cd57d751ca14e6dbe9c850124c6dac',
    linux_arm64: 'a32f653d686a8cad9b9be82101eb5b5e834fbfa8d095842fa1820c5d27fad967',
  },
};

const OPENTOFU_ENV = {
  address: 'NETINGRESS_OPENTOFU_ADDRESS',
  version: 'NETINGRESS_OPENTOFU_VERSION',
  sha256: 'NETINGRESS_OPENTOFU_SHA256',
} as const;

/** A configured checksum replaces the pinned ones; another version than the pinned one has none. */
export function resolveRelease(env: Readonly<Record<string, string | undefined>>, platform: string): OpenTofuRelease {
  const readVariable = (name: keyof typeof OPENTOFU_ENV): string | undefined => env[OPENTOFU_ENV[name]] || undefined;
  const version = (readVariable('version') ?? OPENTOFU.version).replace(/^v/, '');
  const sha256 = readVariable('sha256')?.toLowerCase();
  return {
    version,
    address: (readVariable('address') ?? OPENTOFU.address).replace(/\/+$/, ''),
    sha256: sha256 !== undefined ? { [platform]: sha256 } : version === OPENTOFU.version ? OPENTOFU.sha256 : {},
  };
}
