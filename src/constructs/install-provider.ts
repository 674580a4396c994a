/**
 * Puts the provider's executable and its lock entry beside a stack while the stack is synthesised, so that Terraform
 * and the CDKTF command line find it with no set-up (terraform/rules section 8).
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  Annotations,
  type IStackSynthesizer,
  type ISynthesisSession,
  Manifest,
  TerraformProvider,
  TerraformStack,
} from 'cdktf';
import {
  buildHash,
  CLI_CONFIG_FILES,
  exactVersion,
  findLockEntry,
  findOtherBuilds,
  fullAddress,
  IMPLIED_MIRROR,
  LOCK_FILE,
  PROVIDER_ADDRESS,
  type ProviderBuild,
  placeBuild,
  readBuild,
  removeBuilds,
  switchesImpliedMirrorsOff,
  upsertLockEntry,
} from '../terraform';
import { findPackage, providerFile } from '../terraform/npm-package';

/** Marks a stack whose synthesiser is wrapped already; several providers (aliases) place one executable. */
const placing = Symbol.for('netingress/placing');

/** The build that a stack is being synthesised for; nothing outside of a synthesis. */
const builds = new WeakMap<TerraformStack, ProviderBuild>();

/** Has every synthesis of the provider's stack place the provider. Writes nothing itself, and neither does `Testing.synth`. */
export function placeAtSynth(provider: TerraformProvider): void {
  const stack = TerraformStack.of(provider);
  if (placing in stack) return;
  Object.defineProperty(stack, placing, { value: true });
  stack.synthesizer = new PlacingSynthesizer(stack, stack.synthesizer, provider);
}

/**
 * The version to require: while the stack is synthesised exactly the build that is placed, so that no other copy of
 * the provider on the machine is taken, otherwise any of this release.
 */
export function requiredVersion(stack: TerraformStack): string {
  return builds.get(stack)?.version ?? `~> ${findPackage().version}`;
}

class PlacingSynthesizer implements IStackSynthesizer {
  constructor(
    private readonly stack: TerraformStack,
    private readonly inner: IStackSynthesizer,
    private readonly provider: TerraformProvider,
  ) {}

  synthesize(session: ISynthesisSession): void {
    // The manifest notes what the stack depends on when it is first asked, before aspects had their say.
    const directory = join(session.outdir, Manifest.stacksFolder, this.stack.node.id);
    const build = readPackagedBuild();
    const outdated = findOtherBuilds(join(directory, IMPLIED_MIRROR), build);
    this.annotate(directory, build, outdated);
    builds.set(this.stack, build);
    try {
      this.inner.synthesize(session);
    } finally {
      builds.delete(this.stack);
    }
    // Only now: a stack that is refused leaves nothing behind, and the directory exists.
    removeBuilds(join(directory, IMPLIED_MIRROR), outdated);
    placeBuild(join(directory, IMPLIED_MIRROR), build);
    lockProviders(directory, build, requiredProviders(this.stack));
  }

  /** What the user should know; annotations are collected by the inner synthesis, so they come before it. */
  private annotate(directory: string, build: ProviderBuild, outdated: readonly string[]): void {
    const annotations = Annotations.of(this.provider);
    if (outdated.length > 0) {
      annotations.addInfo(`Provider build ${build.version} takes the place of ${outdated.join(', ')} in ${directory}.`);
    }
    for (const file of CLI_CONFIG_FILES.map((name) => join(homedir(), name)).filter(switchesImpliedMirrorsOff)) {
      annotations.addWarning(
        `${file} has a provider_installation block, which hides the provider that is placed beside the stack from ` +
          `Terraform. Add to the block: filesystem_mirror { path = "terraform.d/plugins" include = ["${PROVIDER_ADDRESS}"] }.`,
      );
    }
    const lock = readLock(directory);
    for (const { address, version } of requiredProviders(this.stack)) {
      if (findLockEntry(lock, address) || exactVersion(version) !== undefined) continue;
      annotations.addWarning(
        `Provider ${address} is required as '${version}' and is not in ${LOCK_FILE} yet, so the CDKTF command line will ` +
          'run `terraform providers lock`, which fails because no registry has the netingress provider. Require one ' +
          'exact version of it, or pass --skip-provider-lock.',
      );
    }
  }
}

function readPackagedBuild(): ProviderBuild {
  if (process.platform === 'win32') {
    throw new Error(
      'Cannot place the netingress provider: Windows cannot start it, because it is a script for Node without an ' +
        'extension. Expected Linux or macOS. Synthesise and deploy from WSL (Windows Subsystem for Linux) or from CI.',
    );
  }
  const installed = findPackage();
  const file = providerFile(installed);
  if (!existsSync(file)) {
    throw new Error(
      `Cannot place the netingress provider: ${file} does not exist. Run \`npm run build\` in ${installed.root}, which makes it.`,
    );
  }
  return readBuild(file, installed.version);
}

interface RequiredProvider {
  readonly address: string;
  readonly version: string;
}

/** The other providers of the stack, as the core renders their requirements. */
function requiredProviders(stack: TerraformStack): RequiredProvider[] {
  const providers = stack.node.findAll().filter(TerraformProvider.isTerraformProvider);
  return providers
    .filter((provider) => TerraformStack.of(provider) === stack)
    .map((provider) => ({
      address: fullAddress(provider.terraformProviderSource ?? provider.terraformResourceType),
      version:
        provider.terraformGeneratorMetadata?.providerVersion ??
        provider.terraformGeneratorMetadata?.providerVersionConstraint ??
        '',
    }))
    .filter(({ address }) => address !== PROVIDER_ADDRESS);
}

/**
 * Enters our build, and an exact version of every other provider that has no entry: the CDKTF command line runs
 * `terraform providers lock`, which asks our host that does not exist, unless every provider has one.
 */
function lockProviders(directory: string, build: ProviderBuild, others: readonly RequiredProvider[]): void {
  const before = readLock(directory);
  const { version } = build;
  let text = upsertLockEntry(before, {
    address: PROVIDER_ADDRESS,
    version,
    constraints: version,
    hashes: [buildHash(build)],
  });
  for (const { address, version: constraint } of others) {
    const exact = exactVersion(constraint);
    if (exact === undefined || findLockEntry(text, address)) continue;
    text = upsertLockEntry(text, { address, version: exact, constraints: exact, hashes: [] });
  }
  if (text !== before) writeFileSync(join(directory, LOCK_FILE), text);
}

function readLock(directory: string): string {
  const file = join(directory, LOCK_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
