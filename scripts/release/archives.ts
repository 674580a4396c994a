import { execFileSync } from 'node:child_process';
import { unzipSync } from 'fflate';

/** A wheel is a zip archive. */
export function readWheel(wheel: Uint8Array, pattern: RegExp): ReadonlyMap<string, Uint8Array> {
  return new Map(Object.entries(unzipSync(wheel, { filter: ({ name }) => pattern.test(name) })));
}

/** Reads one file of a tar archive that is compressed with xz, for which Node has no decompressor. */
const READ_MEMBER = `
import sys, tarfile
with tarfile.open(fileobj=sys.stdin.buffer, mode='r|xz') as archive:
    for member in archive:
        if member.name == './' + sys.argv[1]:
            sys.stdout.buffer.write(archive.extractfile(member).read())
`;

export function readDebianPackage(content: Buffer, path: string): Buffer {
  const data = readArchiveMember(content, 'data.tar.xz');
  const file = execFileSync('python3', ['-c', READ_MEMBER, path], { input: data, maxBuffer: 2 ** 26 });
  if (file.length === 0) throw new Error(`The Debian package does not contain ${path}.`);
  return file;
}

const AR_MAGIC = '!<arch>\n';
const AR_HEADER = 60;

/** Returns a member of an `ar` archive: headers of 60 bytes with name and decimal size, contents at even offsets. */
function readArchiveMember(archive: Buffer, wanted: string): Buffer {
  if (archive.toString('latin1', 0, AR_MAGIC.length) !== AR_MAGIC) throw new Error('The file is not a Debian package.');
  for (let at = AR_MAGIC.length; at + AR_HEADER <= archive.length; ) {
    const name = archive.toString('latin1', at, at + 16).replace(/\/?\s*$/, '');
    const size = Number(archive.toString('latin1', at + 48, at + 58));
    const start = at + AR_HEADER;
    if (name === wanted) return archive.subarray(start, start + size);
    at = start + size + (size % 2);
  }
  throw new Error(`The Debian package does not contain ${wanted}.`);
}
