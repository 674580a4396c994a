import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Output of `npm pack --json`. */
export interface PackedPackage {
  readonly filename: string;
  /** Bytes of the tarball. */
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** Chosen: somewhat more than the tarball has, so that a mistake that makes it much larger is found. */
const MAX_BYTES = 2.9 * 1024 * 1024;

const UNWANTED: readonly (readonly [RegExp, string])[] = [
  [/(^|\/)(tests?|__tests__|fixtures|bench|scripts|coverage)\//, 'is of the tests or the build'],
  [/\.(test|spec)\.[cm]?[jt]s$/, 'is a test'],
  [/\.map$/, 'is a source map'],
  [/^(?!examples\/).*(?<!\.d)\.[cm]?ts$/, 'is a source'],
  [/(^|\/)(cdktf\.out|cdktn\.out|\.terraform|node_modules)\//, 'is of a deployment'],
  [/(^|\/)(\.env|\.npmrc|\.netrc|.*\.(tfstate|tfvars|key|p12|pfx|har|log))(\.|$)/, 'may hold secrets'],
];

/** Public material in PEM, such as the signing request of an example, may be in the package. */
const SECRET_PEM = /-----BEGIN [A-Z ]*PRIVATE KEY-----(\s|\\n)+[A-Za-z0-9+/=]{40}/;
/** Not secret, but one that is no sample names hosts or people, and is in the package by mistake. */
const CERTIFICATE_PEM = /-----BEGIN CERTIFICATE-----(\s|\\n)+[A-Za-z0-9+/=]{40}/;

/** The certificates and key of this example are test data. */
const SAMPLES = /^examples\/all-kinds\/[\w.-]+\.pem$/;

/** Returns the problems of a package that was packed from the folder. */
export function packageProblems(root: string, { size, files }: PackedPackage): string[] {
  const paths = new Set(files.map(({ path }) => path));
  const tooLarge = size > MAX_BYTES ? [`the tarball has ${size} bytes, expected at most ${MAX_BYTES}`] : [];
  const missing = declaredFiles(root).filter((path) => !paths.has(path));
  return [
    ...tooLarge,
    ...missing.map((path) => `${path} is missing in the package`),
    ...[...paths].flatMap((path) => problemsOf(path, readFileSync(join(root, path), 'utf8'), root)),
  ];
}

export function problemsOf(path: string, text: string, root: string): string[] {
  if (SAMPLES.test(path)) return [];
  const found = UNWANTED.flatMap(([pattern, reason]) => (pattern.test(path) ? [reason] : []));
  if (SECRET_PEM.test(text)) found.push('holds a private key');
  if (CERTIFICATE_PEM.test(text)) found.push('holds a certificate');
  if (/^\/[/*][#@] sourceMappingURL=/m.test(text)) found.push('names a source map');
  if (text.includes(`${root}/`)) found.push(`holds a path of the machine that built it`);
  return found.map((reason) => `${path} ${reason}`);
}

/** Returns the entries of package.json with their types and folders, its programs, and the license files. */
function declaredFiles(root: string): string[] {
  const { main, types, bin, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    main: string;
    types: string;
    bin: Record<string, string>;
    exports: Record<string, string | Record<string, string>>;
  };
  const exported = Object.values(exports).flatMap((each) => (typeof each === 'string' ? [each] : Object.values(each)));
  // Old module resolution needs a directory for each entry.
  const directories = Object.keys(exports).flatMap((name) =>
    name === '.' || name.endsWith('.json') ? [] : [`${name.slice(2)}/package.json`],
  );
  const declared = [main, types, ...Object.values(bin), ...exported, ...directories];
  return [...declared.map((path) => path.replace(/^\.\//, '')), 'LICENSE', 'lib/THIRD-PARTY-NOTICES'];
}
