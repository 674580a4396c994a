import { defineCommand } from '../command/define-command';
import { EXIT } from '../model/exit-status';
import { runDemo } from './run-demo';

export const demo = defineCommand({
  name: 'demo',
  about:
    'Demonstrates the workflow on this machine, in HCL and with the emulator: deploy, a change by hand, drift with its author, the preview of a pull request that would shut somebody out, repair, destroy. Fetches OpenTofu if neither it nor Terraform is installed.',
  examples: ['netingress demo', 'netingress demo --keep'],
  exit: 'Exit status: 0 every step succeeded; 1 a step failed, or a mistake in the command.',
  options: { keep: { detail: 'prints how to reach them' } },
  async run(context, { options }) {
    await runDemo(context, options.keep === true);
    return { status: EXIT.done };
  },
});
