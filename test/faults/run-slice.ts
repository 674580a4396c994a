/**
 * One slice of the campaign, in a process of its own: `<slice> <faults> [<steps>]`, lists with commas. Prints a line of
 * JSON for each point, and one with the requests of the fault-free run when all are tried.
 */
import { runSlice } from './campaign';
import { findFault } from './faults';
import { findSlice } from './scenario';
import { takeOverTime } from './skip-time';

const [name = '', faults = '', steps] = process.argv.slice(2);
const print = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`);
const time = takeOverTime();
const names = steps?.split(',');
const selection = {
  faults: faults.split(',').map(findFault),
  wanted: names && ((step: string) => names.includes(step)),
};
runSlice(findSlice(name), time, selection, (tried) => print({ tried })).then(
  ({ requests }) => print({ slice: name, requests }),
  (failure: unknown) => {
    process.stderr.write(`${failure instanceof Error ? failure.stack : String(failure)}\n`);
    process.exitCode = 1;
  },
);
