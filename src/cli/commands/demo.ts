import { Command } from 'commander';
import type { CliContext } from '../context';
import { runDemo } from '../demo/run-demo';

/** `netingress demo`: the whole loop against the emulator. */
export function demoCommand(context: CliContext): Command {
  return new Command('demo')
    .description(
      'Shows the whole loop on this machine: deploy, a change by hand, the plan that reports it, repair, destroy.',
    )
    .option('--keep', 'leave the service and what was deployed, and print how to reach it', false)
    .addHelpText('after', '\nExample:\n  netingress demo --keep\n')
    .action((options: { readonly keep: boolean }) => runDemo(context, options.keep));
}
