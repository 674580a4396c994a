import { Command } from 'commander';
import type { CliContext } from '../context';
import { runDemo } from '../demo/run-demo';

export function demoCommand(context: CliContext): Command {
  return new Command('demo')
    .description(
      'Demonstrates the workflow on this machine: deploy, a manual change, the plan that shows it, repair, destroy.',
    )
    .option('--keep', 'keeps the emulator and the deployed objects, and prints how to reach them', false)
    .addHelpText('after', '\nExamples:\n  netingress demo\n  netingress demo --keep\n')
    .action((options: { readonly keep: boolean }) => runDemo(context, options.keep));
}
