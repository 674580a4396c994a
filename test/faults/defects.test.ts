/** The campaigns and the benchmarks plant defects by replacing one line of the sources; each line must still exist. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BENCH_DEFECTS } from '../../bench/defects';
import { DEFECTS } from './defects';
import { PROCESS_DEFECTS } from './processes/defects';

const root = join(__dirname, '../..');

test.each([...DEFECTS, ...PROCESS_DEFECTS, ...BENCH_DEFECTS])(
  'the line that becomes the defect "$name" exists once',
  ({ file, right }) => {
    expect(readFileSync(join(root, file), 'utf8').split(right).length - 1).toBe(1);
  },
);
