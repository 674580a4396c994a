/**
 * Checks the package as its users get it: packed and looked through, installed from the tarball into empty projects,
 * compiled by strict compilers of old and new module resolution, synthesized on Node 20, 22 and 24, deployed
 * with the command line of each CDKTF library, and tested with the kit. Needs the npm registry, and fetches OpenTofu if
 * neither it nor Terraform is on the PATH.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { createDownload } from '../src/client/http/download';
import { createEmulator } from '../src/emulator';
import { ensureTerraform } from '../src/terraform/ensure-terraform';
import { isolatedEnvironment } from '../src/terraform/environment';
import { run } from '../src/terraform/run';
import { documentAt, filesOf } from '../test/docs/documents';
import {
  compileEachWay,
  install,
  installedPackages,
  link,
  type PackageProject,
  packTarball,
  RESOLUTIONS,
  runOrThrow,
  writeExample,
} from './lib/package-project';

/** The lowest Node that `engines` names, and the newest of each later line. */
const NODES = { node20: '20.18.1', node22: '22', node24: '24' } as const;

/**
 * Packages that npm must not install in a user's project: our files contain the code of theirs that is used, and
 * esbuild only builds them. protobufjs has an install script, which many companies refuse to run.
 */
const NOT_INSTALLED = [
  '@grpc/grpc-js',
  'protobufjs',
  '@msgpack/msgpack',
  '@peculiar/x509',
  'reflect-metadata',
  'esbuild',
  'commander',
];

const root = join(__dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'netingress-package-'));

async function main(): Promise<void> {
  const started = performance.now();
  const tarball = await step('pack', () => packTarball(root, folder));
  const tools = step('install Node 20, 22 and 24 and the command line of cdktn', installTools);
  const old = checkLibrary(
    { folder: join(folder, 'on-cdktf'), tarball, library: 'cdktf@^0.21.0', entry: 'netingress' },
    tools,
  );
  const next = checkLibrary(
    { folder: join(folder, 'on-cdktn'), tarball, library: 'cdktn@^0.24.0', entry: 'netingress/cdktn' },
    tools,
  );
  const ended = await Promise.allSettled([tools, old, next, checkEmulator(tarball), checkNewest(tarball, tools)]);
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  console.log(`The package is as it should be (${((performance.now() - started) / 1000).toFixed(0)} s).`);
}

interface Tools {
  readonly nodes: readonly string[];
  readonly cdktn: string;
  /** Path of the terraform or tofu to deploy with. */
  readonly terraform: string;
}

async function installTools(): Promise<Tools> {
  const at = join(folder, 'tools');
  mkdirSync(at);
  writeFileSync(join(at, 'package.json'), '{"private":true}');
  const platform = `node-${process.platform}-${process.arch}`;
  const nodes = Object.entries(NODES).map(([name, version]) => `${name}@npm:${platform}@${version}`);
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', '--prefer-offline'];
  const [terraform] = await Promise.all([
    ensureTerraform({ env: process.env, cwd: root, onDownload: console.log, download: createDownload(process.env) }),
    runOrThrow('npm', ['install', ...options, ...nodes, 'cdktn-cli@^0.24.0'], { cwd: at }),
  ]);
  return {
    nodes: Object.keys(NODES).map((name) => join(at, 'node_modules', name, 'bin', 'node')),
    cdktn: join(at, 'node_modules/cdktn-cli/bin/cdktn'),
    terraform,
  };
}

async function checkLibrary(project: PackageProject, tools: Promise<Tools>): Promise<void> {
  const library = project.library.split('@')[0] as 'cdktf' | 'cdktn';
  await step(`${library}: install`, async () => {
    writeExample(project);
    await install(root, project.folder, [project.tarball, project.library, 'constructs@10.7']);
    const other = library === 'cdktf' ? 'cdktn' : 'cdktf';
    const unwanted = installedPackages(project.folder, [...NOT_INSTALLED, other, `@${other}/provider-null`]);
    if (unwanted.length > 0) throw new Error(`npm installed ${unwanted.join(', ')} with netingress and ${library}`);
  });
  const compiled = step(`${library}: compile with node10, node16 and bundler resolution`, () =>
    compileEachWay(root, project.folder),
  );
  const ran = tools.then((each) => runProject(project, library, each));
  await Promise.all([compiled, ran]);
}

/** What npm installs for netingress alone: its `dependencies`, and theirs. */
const INSTALLED = ['fastest-levenshtein', 'ipaddr.js', 'netingress', 'undici', 'zod'];

/** Prints the number of certificates in the chain of the one that the emulator signs for a domain. */
const SIGNING = `
const { createEmulator } = require('netingress/emulator');
const send = async (emulator, method, path, body) => {
  const headers = { authorization: 'Bearer k', 'content-type': 'application/json' };
  const response = await emulator.fetch(new Request('http://x' + path, { method, headers, body: body && JSON.stringify(body) }));
  return response.json();
};
(async () => {
  const emulator = createEmulator({ certificates: { seconds: 0 } });
  const certificate_management_policy = { authority: 'letsencrypt', private_key_type: 'ecdsa' };
  await send(emulator, 'POST', '/reserved_domains', { domain: 'a.example.com', certificate_management_policy });
  const { tls_certificates: [certificate] } = await send(emulator, 'GET', '/tls_certificates');
  console.log(certificate.certificate_pem.split('BEGIN CERTIFICATE').length - 1);
})();
`;

/**
 * The emulator in a project without a CDKTF library: npm installs nothing but ours and its dependencies, and it signs.
 * Then the first two commands of the README, which are of `netingress demo`.
 */
async function checkEmulator(tarball: string): Promise<void> {
  const at = join(folder, 'emulator-only');
  mkdirSync(at);
  writeFileSync(join(at, 'package.json'), '{"private":true}');
  await step('emulator: sign a certificate in a project of its own', async () => {
    await runOrThrow('npm', ['install', '--no-audit', '--no-fund', '--no-progress', '--prefer-offline', tarball], {
      cwd: at,
    });
    const installed = readdirSync(join(at, 'node_modules')).filter((name) => !name.startsWith('.'));
    if (installed.join() !== INSTALLED.join()) throw new Error(`npm installed ${installed.join(', ')}`);
    const { stdout } = await runOrThrow(process.execPath, ['-e', SIGNING], { cwd: at });
    if (stdout.trim() !== '2') throw new Error(`The chain has ${stdout.trim()} certificates; expected 2`);
  });
  await step('demo: the commands of the README', async () => {
    const [block] = documentAt('README.md').blocks.filter(({ language }) => language === 'sh');
    const [installed = '', packed = ''] = block?.code.split('\n').map((line) => line.replace(/ #.*/, '')) ?? [];
    for (const [cwd, command] of [
      [at, installed],
      [folder, packed],
    ] as const) {
      const { stdout } = await runOrThrow('bash', ['-c', command], { cwd });
      if (!stdout.includes('FAILED --must-admit')) throw new Error(`${command} printed no preview:\n${stdout}`);
    }
  });
}

/** Prints the exports of each entry in its arguments that an ES module cannot import by name. */
const NAMED_IMPORTS = `
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
for (const entry of process.argv.slice(2)) {
  const imported = await import(entry);
  for (const name of Object.keys(require(entry))) if (!(name in imported)) console.log(entry, name);
}
`;

/** The packages of the README in their newest versions, installed with one command, and imported by ES modules. */
async function checkNewest(tarball: string, tools: Promise<Tools>): Promise<void> {
  const at = join(folder, 'newest');
  mkdirSync(at);
  writeFileSync(join(at, 'package.json'), '{"private":true}');
  await step('install the newest of each package of the README in one command', async () => {
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', '--prefer-offline'];
    await runOrThrow('npm', ['install', ...options, tarball, 'cdktf', 'constructs', 'cdktf-cli', 'tsx'], { cwd: at });
  });
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: object };
  const entries = Object.keys(exports)
    .filter((entry) => !['./cdktn', './package.json'].includes(entry))
    .map((entry) => `netingress${entry.slice(1)}`);
  writeFileSync(join(at, 'named.mjs'), NAMED_IMPORTS);
  const { nodes } = await tools;
  for (const node of nodes) {
    const { stdout } = await runOrThrow(node, ['--version']);
    await step(`import every export by name, but those for cdktn, on Node ${stdout.trim()}`, async () => {
      const { stdout: missing } = await runOrThrow(node, ['named.mjs', ...entries], { cwd: at });
      if (missing.trim() !== '') throw new Error(`An ES module cannot import:\n${missing}`);
    });
  }
  await step('netingress doctor reports that cdktf-cli does not start on Node 24', async () => {
    const cli = join(at, 'node_modules/netingress/lib/bin/netingress.js');
    const { stdout } = await run(nodes.at(-1) as string, [cli, 'doctor'], { cwd: at, env: { PATH: '/usr/bin:/bin' } });
    if (!stdout.includes('FAIL  CDKTF: cdktf-cli cannot start on this Node')) throw new Error(stdout);
  });
}

/** On `cdktf` also tests with the kit. */
async function runProject(
  project: PackageProject,
  library: 'cdktf' | 'cdktn',
  { nodes, cdktn, terraform }: Tools,
): Promise<void> {
  for (const node of nodes) {
    const { stdout } = await runOrThrow(node, ['--version']);
    await step(`${library}: synthesize on Node ${stdout.trim()}`, async () => {
      const outdir = join(project.folder, 'out', stdout.trim());
      mkdirSync(outdir, { recursive: true });
      await runOrThrow(node, ['main.js'], { cwd: project.folder, env: { CDKTF_OUTDIR: outdir } });
      const places = ['cdk.tf.json', '.terraform.lock.hcl', 'terraform.d'].map((name) =>
        join(outdir, 'stacks/access', name),
      );
      const missing = places.filter((place) => !existsSync(place));
      if (missing.length > 0) throw new Error(`The synthesis wrote no ${missing.join(', ')}`);
    });
  }
  const [, node22 = ''] = nodes;
  if (library === 'cdktn') {
    await step('cdktn: deploy, diff and destroy every kind with its command line', () =>
      deploy(project.folder, node22, cdktn, terraform),
    );
    return;
  }
  const cli = join(root, 'node_modules/cdktf-cli/bundle/bin/cdktf');
  await step('cdktf: deploy, diff and destroy the first app of the README with its command line', () => {
    const app = writeDocumentFiles(project.folder, 'README.md');
    // What the README has users install besides.
    link(root, app, ['tsx']);
    return deploy(app, process.execPath, cli, terraform);
  });
  await checkKit(project.folder, terraform);
}

/** Writes the files that a document shows into a folder, which uses the packages of the project `around` it. */
function writeDocumentFiles(around: string, document: string): string {
  const at = join(around, basename(document, '.md'));
  mkdirSync(at);
  writeFileSync(join(at, 'package.json'), '{"private":true}');
  for (const [name, text] of Object.entries(filesOf(documentAt(document)))) writeFileSync(join(at, name), text);
  return at;
}

/** Terraform starts the provider with the first `node` on the PATH, so that is the Node of the command line. */
async function deploy(cwd: string, node: string, cli: string, terraform: string): Promise<void> {
  const emulator = createEmulator();
  try {
    const { url } = await emulator.listen();
    const variables = { NETINGRESS_BASE_URL: url, NETINGRESS_API_KEY: 'package-key', TERRAFORM_BINARY_NAME: terraform };
    const searchPath = [join(node, '..'), process.env['PATH']].join(delimiter);
    const env = await isolatedEnvironment({ folder: join(cwd, 'run'), searchPath, variables });
    const cdk = (...args: string[]) => runOrThrow(node, [cli, ...args], { cwd, env });
    await cdk('deploy', 'access', '--auto-approve');
    if (emulator.objects('ip_restriction').length !== 1) throw new Error('The deployment made no IP restriction');
    const { stdout } = await cdk('diff', 'access', '--skip-synth');
    if (!stdout.includes('No changes.')) throw new Error(`The plan is not empty:\n${stdout}`);
    await cdk('destroy', 'access', '--auto-approve', '--skip-synth');
    if (emulator.objects('ip_policy').length > 0) throw new Error('The destruction left an IP policy');
  } finally {
    await emulator.close();
  }
}

/**
 * Compiles and runs the files of the guide to the testing kit, in a project that uses the packages of the one `around`
 * it.
 */
async function checkKit(around: string, terraform: string): Promise<void> {
  const at = writeDocumentFiles(around, 'docs/guides/testing.md');
  link(root, at, ['jest', '@types/jest', '@swc/core', '@swc/jest']);
  // Old resolution, which needs the entry's directory; the map of exports is alike for all entries.
  await step('testing kit: compile the guide', () =>
    compileEachWay(root, at, {
      files: ['access-stack.test.ts', 'smoke.ts'],
      types: ['jest', 'node'],
      resolutions: RESOLUTIONS.slice(0, 1),
      others: false,
    }),
  );
  await step('testing kit: run its tests', async () => {
    const searchPath = [process.env['PATH'], join(terraform, '..')].join(delimiter);
    await runOrThrow(process.execPath, ['node_modules/jest/bin/jest.js', '--ci', '--testTimeout=30000'], {
      cwd: at,
      env: { PATH: searchPath, TMPDIR: folder },
    });
  });
}

async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const seconds = (): string => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  try {
    const result = await work();
    console.log(`ok    ${title} (${seconds()})`);
    return result;
  } catch (error) {
    console.log(`FAIL  ${title} (${seconds()})`);
    throw error;
  }
}

main()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  })
  .finally(() => rmSync(folder, { recursive: true, force: true }));
