/** One slice of the campaign, in a process of its own: prints a JSON line for each point, and one for the whole. */
import { runSlice, TIME_FACTOR } from './campaign';
import { speedUpTime } from './fast-time';
import { FAULTS } from './faults';
import { findSlice } from './scenario';

const [name = '', faults] = process.argv.slice(2);
const print = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`);
const time = speedUpTime(TIME_FACTOR);
const names = faults?.split(',');
const selection = { faults: FAULTS.filter((fault) => names?.includes(fault.name) ?? true) };
runSlice(findSlice(name), time.clock, selection, (tried) => print({ tried })).then(
  ({ requests }) => print({ requests }),
  (failure: unknown) => {
    process.stderr.write(`${failure instanceof Error ? failure.stack : String(failure)}\n`);
    process.exitCode = 1;
  },
);
