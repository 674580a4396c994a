import { Command } from 'commander';
import type { CliContext } from '../context';
import { runDemo } from '../demo/run-demo';
import { createOption } from '../options';

export function demoCommand(context: CliContext): Command {
  return new Command('demo')
    .description(
      'Demonstrates the workflow on this machine: deploy, a manual change, the plan that shows it, repair, destroy.',
    )
    .addOption(createOption('keep', { detail: 'prints how to reach them' }))
    .addHelpText('after', '\nExamples:\n  netingress demo\n  netingress demo --keep\n')
    .action((options: { readonly keep?: true }) => runDemo(context, options.keep === true));
}
