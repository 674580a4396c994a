/**
 * Copies the provider's executable and its lock entry into the folder of each stack during synthesis, so that Terraform
 * and the CDKTF CLI find the provider without installation.
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
  type TerraformProviderGeneratorMetadata,
  TerraformStack,
} from 'cdktf';
import { CLI_CONFIG_FILES, disablesImpliedMirrors } from '../terraform/cli-config';
import { exactVersion, findLockEntry, fullAddress, LOCK_FILE, upsertLockEntry } from '../terraform/lock-file';
import {
  buildHash,
  findOtherBuilds,
  IMPLIED_MIRROR_DIR,
  installBuild,
  PROVIDER_ADDRESS,
  type ProviderBuild,
  readBuild,
  removeBuilds,
} from '../terraform/mirror';
import { findPackage, findProviderProblem, providerFile } from '../terraform/npm-package';

/** Marks stacks with an installing synthesizer. Providers with different aliases share one executable. */
const INSTALLS_PROVIDER = Symbol.for('netingress/installs-provider');

/** The installed build of each stack, during its synthesis only. */
const activeBuilds = new WeakMap<TerraformStack, ProviderBuild>();

export function installAtSynth(provider: TerraformProvider): void {
  const stack = TerraformStack.of(provider);
  if (INSTALLS_PROVIDER in stack) return;
  Object.defineProperty(stack, INSTALLS_PROVIDER, { value: true });
  stack.synthesizer = new InstallingSynthesizer(stack, stack.synthesizer, provider);
}

/**
 * The version constraint of the provider. During synthesis it is exactly the installed build, so that Terraform uses no
 * other copy on the machine.
 */
export function requiredVersion(stack: TerraformStack): string {
  return activeBuilds.get(stack)?.version ?? `~> ${findPackage().version}`;
}

/** Names the provider of an element. CDKTF rejects a stack with such an element and without the provider. */
export function createGeneratorMetadata(): TerraformProviderGeneratorMetadata {
  const { version } = findPackage();
  return { providerName: 'netingress', providerVersion: version, providerVersionConstraint: `~> ${version}` };
}

class InstallingSynthesizer implements IStackSynthesizer {
  constructor(
    private readonly stack: TerraformStack,
    private readonly inner: IStackSynthesizer,
    private readonly provider: TerraformProvider,
  ) {}

  synthesize(session: ISynthesisSession): void {
    // Not `session.manifest`: it records the dependencies of the stack on first use, which is too early here.
    const directory = join(session.outdir, Manifest.stacksFolder, this.stack.node.id);
    const mirror = join(directory, IMPLIED_MIRROR_DIR);
    const build = readPackagedBuild();
    const outdated = findOtherBuilds(mirror, build);
    // The inner synthesis collects annotations, so they are added before it.
    this.annotate(directory, build, outdated);
    activeBuilds.set(this.stack, build);
    try {
      this.inner.synthesize(session);
    } finally {
      activeBuilds.delete(this.stack);
    }
    // After the inner synthesis the directory exists, and a stack with errors leaves no files.
    removeBuilds(mirror, outdated);
    installBuild(mirror, build);
    lockProviders(directory, build, requiredProviders(this.stack));
  }

  private annotate(directory: string, build: ProviderBuild, outdated: readonly string[]): void {
    const annotations = Annotations.of(this.provider);
    if (outdated.length > 0) {
      annotations.addInfo(`Provider build ${build.version} replaces ${outdated.join(', ')} in ${directory}.`);
    }
    for (const file of CLI_CONFIG_FILES.map((name) => join(homedir(), name)).filter(disablesImpliedMirrors)) {
      annotations.addWarning(
        `${file} has a provider_installation block, so Terraform ignores the provider in the folder of the stack. Add to ` +
          `the block: filesystem_mirror { path = "terraform.d/plugins" include = ["${PROVIDER_ADDRESS}"] }.`,
      );
    }
    const lock = readLockFile(directory);
    for (const { address, version } of requiredProviders(this.stack)) {
      if (findLockEntry(lock, address) || exactVersion(version) !== undefined) continue;
      annotations.addWarning(
        `Provider ${address} has the version constraint '${version}' and no entry in ${LOCK_FILE}. The CDKTF CLI ` +
          'will run `terraform providers lock`, which fails because no registry has the netingress provider. Require an ' +
          'exact version, or pass --skip-provider-lock.',
      );
    }
  }
}

function readPackagedBuild(): ProviderBuild {
  const installed = findPackage();
  const found = findProviderProblem(installed);
  if (found) throw new Error(`Cannot install the netingress provider: ${found.problem}. ${found.advice}`);
  return readBuild(providerFile(installed), installed.version);
}

interface RequiredProvider {
  readonly address: string;
  readonly version: string;
}

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
 * Adds our build to the lock file, and each exact version of another provider without an entry. Unless every provider has
 * an entry, the CDKTF CLI runs `terraform providers lock`, which fails because our provider has no registry.
 */
function lockProviders(directory: string, build: ProviderBuild, others: readonly RequiredProvider[]): void {
  const previousText = readLockFile(directory);
  const { version } = build;
  let text = upsertLockEntry(previousText, {
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
  if (text !== previousText) writeFileSync(join(directory, LOCK_FILE), text);
}

function readLockFile(directory: string): string {
  const file = join(directory, LOCK_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
