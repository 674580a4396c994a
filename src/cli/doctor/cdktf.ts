import type { CliContext } from '../context';
import type { Check } from './check';
import { findInstalled, ownManifest } from './manifest';
import { satisfies, versionIn } from './version';

const name = 'CDKTF';

/** The CDKTF cores, each with the entry of this package that uses it. */
const CORES = [
  { core: 'cdktf', cli: 'cdktf-cli', entry: 'netingress' },
  { core: 'cdktn', cli: 'cdktn-cli', entry: 'netingress/cdktn' },
] as const;

/** Checks the CDKTF core of the project in the current folder, its command line, and `constructs`. */
export function checkCdktf({ cwd }: CliContext, nodeVersion: string): Check[] {
  const installed = CORES.flatMap((each) => {
    const manifest = findInstalled(each.core, cwd);
    return manifest ? [{ ...each, version: manifest.version }] : [];
  });
  if (installed.length === 0)
    return [{ name, status: 'ok', found: 'not installed in this project; HCL configurations do not need it' }];
  const checks = installed.flatMap(({ core, cli, entry, version }) => [
    checkPeer(core, version, `import from '${entry}'`),
    checkCommandLine(cli, cwd, nodeVersion),
  ]);
  const constructs = findInstalled('constructs', cwd);
  const missing = {
    name,
    status: 'failed',
    found: 'constructs is not installed',
    advice: installAdvice('constructs'),
  } as const;
  return [...checks, constructs ? checkPeer('constructs', constructs.version) : missing];
}

function checkPeer(peer: string, version: string, hint?: string): Check {
  const wanted = ownManifest().peerDependencies?.[peer] ?? '';
  if (satisfies(version, wanted))
    return { name, status: 'ok', found: `${peer} ${version}${hint === undefined ? '' : `: ${hint}`}` };
  return { name, status: 'failed', found: `${peer} ${version}, expected ${wanted}`, advice: installAdvice(peer) };
}

function installAdvice(peer: string): string {
  return `Run \`npm install ${peer}@"${ownManifest().peerDependencies?.[peer] ?? 'latest'}"\`.`;
}

function checkCommandLine(cli: string, cwd: string, nodeVersion: string): Check {
  const manifest = findInstalled(cli, cwd);
  if (!manifest) {
    const advice = `Unless it is installed elsewhere, run \`npm install --save-dev ${cli}\`.`;
    return { name, status: 'warning', found: `${cli} is not installed in this project`, advice };
  }
  // Other ranges than a minimum version are not checked.
  const minimum = /^>=\s*\d+(\.\d+)*$/.test(manifest.engines?.node ?? '')
    ? manifest.engines?.node?.replace(/\s/g, '')
    : undefined;
  const node = versionIn(nodeVersion);
  if (minimum !== undefined && node !== undefined && !satisfies(node, minimum)) {
    const advice = `Run ${cli} on Node ${minimum}. Your stacks can run on the current Node.`;
    return { name, status: 'failed', found: `${cli} ${manifest.version} needs Node ${minimum}`, advice };
  }
  return { name, status: 'ok', found: `${cli} ${manifest.version}` };
}
