import { dirname, join } from 'node:path';
import { version } from '../../package.json';
import { unpackZip } from '../../test/support/release/unpack';
import { findOrBuildZip } from '../../test/support/release/zips';

export const SCRIPT = 'script';
export const PACKAGE = 'package';

/** Unpacks the package for Linux on amd64 below the folder; returns the path of its launcher. */
export async function unpackPackage(folder: string): Promise<string> {
  unpackZip(await findOrBuildZip('linux_amd64'), join(folder, PACKAGE));
  return join(folder, PACKAGE, `terraform-provider-netingress_v${version}`);
}

export type Command = readonly [string, ...string[]];

export function runtimeOf(launcher: string): Command {
  const folder = dirname(launcher);
  return [join(folder, 'ld-musl-x86_64.so.1'), '--library-path', join(folder, 'lib'), join(folder, 'node')];
}
