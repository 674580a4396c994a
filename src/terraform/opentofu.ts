/** The release of OpenTofu that is fetched where neither Terraform nor OpenTofu is installed. */

/** A release: what it is called, where it is, and what its archives are known to be. */
export interface OpenTofuRelease {
  readonly version: string;
  /** Base address; the archives are at `<address>/v<version>/tofu_<version>_<platform>.zip`. */
  readonly address: string;
  /**
   * SHA-256 of archives by platform, in hex. An archive must be in the release's own list of checksums, and if its
   * platform stands here it must also be this one.
   */
  readonly sha256: Readonly<Partial<Record<string, string>>>;
}

/**
 * The pinned release. Its checksums were taken from published packagings of it, not from the release itself: that of
 * linux_amd64 from three that agree (one of them had verified the signature of the release), that of linux_arm64 from
 * the recipe that is one of the three. None was found for macOS: there the release's SHA256SUMS, fetched over TLS, is
 * all that vouches for the archive, unless the caller pins a checksum. A new release is pinned with its SHA256SUMS, after
 * its signature was verified.
 */
export const OPENTOFU: OpenTofuRelease = {
  version: '1.10.6',
  address: 'https://github.com/opentofu/opentofu/releases/download',
  sha256: {
    linux_amd64: '15b7bed76420b50da3e121769c43341df8cd57d751ca14e6dbe9c850124c6dac',
    linux_arm64: 'a32f653d686a8cad9b9be82101eb5b5e834fbfa8d095842fa1820c5d27fad967',
  },
};

/** What the environment says about the release: address, version and checksum can each be another. */
export const OPENTOFU_ENV = {
  address: 'NETINGRESS_OPENTOFU_ADDRESS',
  version: 'NETINGRESS_OPENTOFU_VERSION',
  sha256: 'NETINGRESS_OPENTOFU_SHA256',
} as const;

/** The release to fetch for a platform such as `linux_amd64`. Another version or checksum takes the place of the pins. */
export function releaseFor(env: Readonly<Record<string, string | undefined>>, platform: string): OpenTofuRelease {
  const given = (name: keyof typeof OPENTOFU_ENV): string | undefined => env[OPENTOFU_ENV[name]] || undefined;
  const version = (given('version') ?? OPENTOFU.version).replace(/^v/, '');
  const sha256 = given('sha256')?.toLowerCase();
  return {
    version,
    address: (given('address') ?? OPENTOFU.address).replace(/\/+$/, ''),
    sha256: sha256 !== undefined ? { [platform]: sha256 } : version === OPENTOFU.version ? OPENTOFU.sha256 : {},
  };
}
