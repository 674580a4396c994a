import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface TestFolder {
  readonly folder: string;
  /** Writes a file of the folder, and the folders above it, and returns its name. An object becomes JSON. */
  write(file: string, content: string | Uint8Array | object): Promise<string>;
  read(file: string): Promise<string>;
}

/** A new folder for each test, or one for all tests of the file or `describe`. It is removed after them. */
export function useFolder({ forAll = false } = {}): TestFolder {
  let folder = '';
  (forAll ? beforeAll : beforeEach)(async () => {
    folder = await mkdtemp(join(tmpdir(), 'netingress-test-'));
  });
  (forAll ? afterAll : afterEach)(() => rm(folder, { recursive: true, force: true }));
  return {
    get folder() {
      return folder;
    },
    write: (file, content) => writeIn(folder, file, content),
    read: (file) => readFile(join(folder, file), 'utf8'),
  };
}

/** Writes a file of the folder, and the folders above it, and returns its name. An object becomes JSON. */
export async function writeIn(folder: string, file: string, content: string | Uint8Array | object): Promise<string> {
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  const isWritable = typeof content === 'string' || content instanceof Uint8Array;
  await writeFile(path, isWritable ? content : JSON.stringify(content));
  return file;
}
