/** A release: its zips are equal byte for byte to those of another build, and its checksums are those of its files. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../../package.json';
import { useFolder } from '../../support/folder';
import { BUILD_MS, buildRelease, findOrBuildZip, PACKAGE_REQUIREMENTS } from '../../support/release/zips';
import { testWith } from '../../support/requirements';

jest.setTimeout(2 * BUILD_MS);

const scratch = useFolder();
const PREFIX = `terraform-provider-netingress_${version}`;

testWith('linux', ...PACKAGE_REQUIREMENTS)(
  'the zips of two builds are equal, and the checksums of a release are those of its files',
  async () => {
    const { folder } = scratch;
    await buildRelease(folder, 'linux_amd64,windows_amd64');
    const zips = ['linux_amd64', 'windows_amd64'].map((platform) => `${PREFIX}_${platform}.zip`);
    const bills = [...zips.map((zip) => zip.replace(/zip$/, 'cdx.json')), `netingress_${version}.cdx.json`];
    const names = ['docs', 'npm', `${PREFIX}_SHA256SUMS`, ...zips, ...bills, `${PREFIX}_manifest.json`];
    expect(readdirSync(folder).sort()).toEqual(names.sort());
    for (const platform of ['linux_amd64', 'windows_amd64'] as const) {
      const second = readFileSync(join(folder, `${PREFIX}_${platform}.zip`));
      expect(second.equals(readFileSync(await findOrBuildZip(platform)))).toBe(true);
    }
    const sums = readFileSync(join(folder, `${PREFIX}_SHA256SUMS`), 'utf8')
      .trimEnd()
      .split('\n');
    expect(sums).toHaveLength(6);
    for (const line of sums) {
      const [sum, name = ''] = line.split('  ');
      const hash = createHash('sha256').update(readFileSync(join(folder, name)));
      expect(hash.digest('hex')).toBe(sum);
    }
  },
);
