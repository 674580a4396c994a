/** The provider package under measurement. */
import { join } from 'node:path';
import { version } from '../../package.json';
import { unpackZip } from '../../test/support/release/unpack';
import { findOrBuildZip } from '../../test/support/release/zips';

/** Names of the two ways to run the provider. */
export const SCRIPT = 'script';
export const PACKAGE = 'package';

/** Unpacks the package for this machine below the folder; returns the path of its launcher. */
export async function unpackPackage(folder: string): Promise<string> {
  unpackZip(await findOrBuildZip('linux_amd64'), join(folder, PACKAGE));
  return join(folder, PACKAGE, `terraform-provider-netingress_v${version}`);
}
