import { satisfies } from 'semver';
import type { CliContext } from '../command/context';
import { CDKTF_LIBRARIES, CDKTF_LIBRARY_NAMES } from '../model/cdktf-library';
import { BINARY_NAMES, BINARY_VARIABLE, commandName, findSelectedBinary } from '../terraform/find-binary';
import { findInstalled, ownManifest } from '../terraform/npm-package';
import type { Words } from '../values/words';
import { CDKTF_CLI_ADVICE, findCdktfCliProblem } from './cdktf-cli';
import { type Check, failed, ok } from './check';

const name = 'CDKTF';

/**
 * The versions of `cdktn` that `netingress/cdktn` supports, as in docs/guides/versions.md, from the one of
 * `devDependencies` on, which CI tests. They are not a peer dependency of this package: cdktn refuses the newest
 * `constructs`, and npm would then refuse it in an app with `cdktf`, too, which does not use cdktn.
 */
const CDKTN_VERSIONS = '>=0.24.0 <1';

/** `nodeVersion` is undefined if it cannot be read. */
export async function checkCdktf(context: CliContext, nodeVersion: string | undefined): Promise<Check[]> {
  const { cwd, env } = context;
  const installed = CDKTF_LIBRARY_NAMES.flatMap((library) => {
    const manifest = findInstalled(library, cwd);
    return manifest ? [{ library, ...CDKTF_LIBRARIES[library], version: manifest.version }] : [];
  });
  if (installed.length === 0) return [ok(name, 'not installed in this project; HCL configurations do not need it')];
  const checks: Check[] = [];
  for (const { library, cli, entry, version } of installed) {
    checks.push(checkVersion(library, version, supportedVersions(library), `TypeScript imports from '${entry}'`));
    checks.push(await checkCdktfCli(context, cli, nodeVersion));
  }
  return [...checks, checkConstructs(cwd), ...(await checkDefaultBinary(env))];
}

function checkConstructs(cwd: string): Check {
  // cdktn accepts fewer versions than this package and cdktf.
  const ofCdktn = findInstalled('cdktn', cwd)?.peerDependencies?.['constructs'];
  const wanted = ofCdktn ?? supportedVersions('constructs');
  const installed = findInstalled('constructs', cwd);
  if (!installed) return failed(name, 'constructs is not installed', installAdvice('constructs', wanted));
  return checkVersion('constructs', installed.version, wanted);
}

/**
 * CDKTF starts the program in TERRAFORM_BINARY_NAME, by default `terraform`, and does not look for `tofu`. Not only
 * `cdktf deploy` does: after `importFrom` on a resource, the package `cdktf` starts it at synth to check its version.
 */
async function checkDefaultBinary(env: CliContext['env']): Promise<Check[]> {
  const { name: named, binary } = await findSelectedBinary(env);
  const [started] = BINARY_NAMES;
  if (named !== undefined || binary === undefined || commandName(binary) === started) return [];
  const found = `CDKTF starts \`${started}\`, which is not on the PATH`;
  return [{ name, status: 'warning', found, advice: `Run \`export ${BINARY_VARIABLE}=${commandName(binary)}\`.` }];
}

function supportedVersions(peer: string): string {
  return peer === 'cdktn' ? CDKTN_VERSIONS : (ownManifest().peerDependencies?.[peer] ?? '*');
}

function checkVersion(peer: string, version: string, wanted: string, hint?: string): Check {
  if (satisfies(version, wanted, { includePrerelease: true }))
    return ok(name, `${peer} ${version}${hint === undefined ? '' : `: ${hint}`}`);
  return failed(name, `${peer} ${version}, expected ${wanted}`, installAdvice(peer, wanted));
}

function installAdvice(peer: string, versions: string): Words {
  return `Run \`npm install ${peer}@"${versions}"\`.`;
}

async function checkCdktfCli(context: CliContext, cli: string, nodeVersion: string | undefined): Promise<Check> {
  const manifest = findInstalled(cli, context.cwd);
  if (!manifest) {
    const advice = `Unless it is installed elsewhere, run \`npm install --save-dev ${cli}\`.`;
    return { name, status: 'warning', found: `${cli} is not installed in this project`, advice };
  }
  const wanted = manifest.engines?.node;
  if (wanted !== undefined && nodeVersion !== undefined && !satisfies(nodeVersion, wanted)) {
    const advice = `Run ${cli} on Node ${wanted}. Your stacks can run on the current Node.`;
    return failed(name, `${cli} ${manifest.version} needs Node ${wanted}`, advice);
  }
  const problem = cli === 'cdktf-cli' ? await findCdktfCliProblem(context, context.cwd) : undefined;
  if (typeof problem === 'object') {
    const found = `whether ${cli} ${manifest.version} can start on this Node was not checked: ${problem.notChecked}`;
    return { name, status: 'skipped', found, advice: `Run \`npx ${cli} --version\`.` };
  }
  return problem === undefined ? ok(name, `${cli} ${manifest.version}`) : failed(name, problem, CDKTF_CLI_ADVICE);
}
