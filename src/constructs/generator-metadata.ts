import type { TerraformProviderGeneratorMetadata } from 'cdktf';
import { findPackage } from '../terraform/npm-package';

/** What tells the core which provider an element needs, so that a stack without one is refused at synth. */
export function generatorMetadata(): TerraformProviderGeneratorMetadata {
  const { version } = findPackage();
  return { providerName: 'netingress', providerVersion: version, providerVersionConstraint: `~> ${version}` };
}
