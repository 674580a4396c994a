/**
 * Copies the provider and its lock entry into the folder of each stack with a `NetingressProvider` without `source`,
 * during synthesis, so that Terraform and the CDKTF CLI find the provider without installation.
 */
import { join, resolve } from 'node:path';
import {
  Annotations,
  CloudBackend,
  type IStackSynthesizer,
  type ISynthesisSession,
  Manifest,
  RemoteBackend,
  TerraformBackend,
  TerraformProvider,
  type TerraformProviderGeneratorMetadata,
  TerraformStack,
} from 'cdktf';
import { bundleSources, installAdvice, PLATFORMS_VARIABLE, readPlatforms } from '../terraform/bundle';
import { cliConfigFiles, hidesProvider } from '../terraform/cli-config';
import { fullAddress } from '../terraform/lock-file';
import { findUnlockable, lockProviders, type RequiredProvider } from '../terraform/lock-stack';
import { findOtherBuilds, IMPLIED_MIRROR_DIR, PROVIDER_ADDRESS } from '../terraform/mirror';
import { findPackage } from '../terraform/npm-package';
import type { Platform } from '../terraform/platforms';
import { findPackages, hashPackages, placePackages, type StackPackages } from './place-packages';
import { readSynthEnvironment } from './synth-environment';

/**
 * A property of each stack with an {@link InstallingSynthesizer}: the platforms of all its netingress providers. They
 * have different aliases and share the packages.
 */
const PLATFORMS_OF_STACK = Symbol.for('netingress/provider-platforms');

/** The packages of each stack while it is written. */
const activePackages = new WeakMap<TerraformStack, StackPackages>();

/** `platforms` get a package with its own runtime; undefined means those of the environment. */
export function installAtSynth(provider: TerraformProvider, platforms: readonly Platform[] | undefined): void {
  const stack: TerraformStack & { [PLATFORMS_OF_STACK]?: Set<Platform> } = TerraformStack.of(provider);
  const listed = platforms ?? readPlatforms(readSynthEnvironment());
  const existing = stack[PLATFORMS_OF_STACK];
  if (existing) {
    for (const platform of listed) existing.add(platform);
    return;
  }
  const all = new Set(listed);
  Object.defineProperty(stack, PLATFORMS_OF_STACK, { value: all });
  stack.synthesizer = new InstallingSynthesizer(stack, stack.synthesizer, provider, all);
}

/**
 * The version constraint of the provider. While the stack is written, it is exactly the installed build, so that
 * Terraform uses no other copy on the machine. Otherwise, as in `Testing.synth` or with `source`, it is `~> X.Y.Z`.
 */
export function requiredVersion(stack: TerraformStack): string {
  return activePackages.get(stack)?.build.version ?? `~> ${findPackage().version}`;
}

/** CDKTF rejects a stack that has an element with this metadata and no netingress provider. */
export function createGeneratorMetadata(): TerraformProviderGeneratorMetadata {
  const { version } = findPackage();
  return { providerName: 'netingress', providerVersion: version, providerVersionConstraint: `~> ${version}` };
}

class InstallingSynthesizer implements IStackSynthesizer {
  constructor(
    private readonly stack: TerraformStack,
    private readonly inner: IStackSynthesizer,
    private readonly provider: TerraformProvider,
    private readonly platforms: ReadonlySet<Platform>,
  ) {}

  synthesize(session: ISynthesisSession): void {
    // `session.manifest` would record the dependencies of the stack on first use, which is too early here.
    const directory = join(session.outdir, Manifest.stacksFolder, this.stack.node.id);
    const mirror = join(directory, IMPLIED_MIRROR_DIR);
    const installed = findPackage();
    const packages = findPackages(installed, [...this.platforms], bundleSources(readSynthEnvironment(), installed));
    // No other stack uses this mirror, so builds of other versions can be removed from it.
    const outdated = findOtherBuilds(mirror, packages.build);
    // The inner synthesis collects annotations, so they are added before it.
    this.annotate(directory, packages, outdated);
    activePackages.set(this.stack, packages);
    try {
      this.inner.synthesize(session);
    } finally {
      activePackages.delete(this.stack);
    }
    // After the inner synthesis the directory exists, and a stack with errors leaves no files.
    placePackages(mirror, packages, outdated);
    const { version } = packages.build;
    lockProviders(directory, { version, hashes: hashPackages(packages) }, otherProviders(this.stack));
  }

  private annotate(directory: string, { build, bundles }: StackPackages, outdated: readonly string[]): void {
    const annotations = Annotations.of(this.provider);
    if (outdated.length > 0) {
      annotations.addInfo(`Provider build ${build.version} replaces ${outdated.join(', ')} in ${directory}.`);
    }
    if (bundles.size === 0 && this.canRunRemotely()) {
      annotations.addWarning(
        'The backend of this stack can run Terraform on other machines. The provider is a script that needs Node there. ' +
          `If they have none, set platforms: ['${REMOTE_PLATFORM}'] on NetingressProvider, or ${PLATFORMS_VARIABLE}=${REMOTE_PLATFORM}. ` +
          installAdvice(REMOTE_PLATFORM, findPackage().version),
      );
    }
    const { env } = readSynthEnvironment();
    const configured = env['TF_CLI_CONFIG_FILE'];
    // The variable replaces the files of the user. CDKTF starts Terraform in the folder of the stack.
    const files = configured ? [resolve(directory, configured)] : cliConfigFiles(env);
    for (const file of files.filter(hidesProvider)) {
      annotations.addWarning(
        `${file} has a provider_installation block, so Terraform ignores the provider in the folder of the stack. Add to ` +
          `the block: filesystem_mirror { path = "terraform.d/plugins" include = ["${PROVIDER_ADDRESS}"] }.`,
      );
    }
    for (const warning of findUnlockable(directory, otherProviders(this.stack))) annotations.addWarning(warning);
  }

  /**
   * HCP Terraform and Terraform Enterprise run Terraform on their own machines unless the workspace is set to local
   * runs.
   */
  private canRunRemotely(): boolean {
    const backends = this.stack.node.children.filter(TerraformBackend.isBackend);
    return backends.some((backend) => backend instanceof CloudBackend || backend instanceof RemoteBackend);
  }
}

/** The platform of the machines on which HCP Terraform runs. */
const REMOTE_PLATFORM: Platform = 'linux_amd64';

function otherProviders(stack: TerraformStack): RequiredProvider[] {
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
