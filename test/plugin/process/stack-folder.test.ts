import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findStackFolder } from '../../../src/plugin/process/stack-folder';

test('a working directory is the folder of a stack if CDKTF wrote its configuration', async () => {
  const root = await mkdtemp(join(tmpdir(), 'netingress-stack-folder-'));
  try {
    const folder = join(root, 'cdktf.out', 'stacks', 'access');
    await mkdir(folder, { recursive: true });
    expect(findStackFolder(folder)).toBeUndefined();
    await writeFile(join(folder, 'cdk.tf.json'), '{}');
    expect(findStackFolder(folder)).toBe('cdktf.out/stacks/access');
  } finally {
    await rm(root, { recursive: true });
  }
});
