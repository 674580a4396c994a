/** The npm package with `TerraformStack`. The command of its command line has the same name. */
export type CdktfLibrary = 'cdktf' | 'cdktn';

export const CDKTF_LIBRARIES = {
  cdktf: { cli: 'cdktf-cli', entry: 'netingress' },
  cdktn: { cli: 'cdktn-cli', entry: 'netingress/cdktn' },
} as const satisfies Record<CdktfLibrary, { readonly cli: string; readonly entry: string }>;

export const CDKTF_LIBRARY_NAMES = Object.keys(CDKTF_LIBRARIES) as readonly CdktfLibrary[];
