/** `netingress doctor`: checks this machine, the connection, the key and the account. */

import type { CliContext } from '../command/context';
import { defineCommand } from '../command/define-command';
import type { AccountReport } from '../command/fleet/each-account';
import { worstStatus } from '../command/fleet/run-fleet';
import { json, textFormat } from '../command/report';
import { EXIT } from '../model/exit-status';
import { checkCdktf } from './cdktf';
import { type Check, exitStatusOf, summarizeChecks } from './check';
import { checkTerraformCliConfiguration } from './cli-configuration';
import { checkGeneratedClasses } from './generated-classes';
import { checkNode } from './node';
import { checkService } from './service';
import { checkTerraform } from './terraform';

export const doctor = defineCommand({
  name: 'doctor',
  about: 'Checks the requirements of a deployment and suggests how to meet them. Read-only.',
  examples: ['netingress doctor', 'netingress doctor --format json', 'netingress doctor --accounts accounts.yaml'],
  exit: { done: 'every check is ok or a warning', failed: 'a check failed', undecided: 'a check was skipped' },
  options: {},
  formats: { text: textFormat, json },
  perAccount: { conflicts: [], title: 'Accounts', failed: 'failed', done: 'ok' },
  async run(context, { eachAccount }) {
    // The checks of the only account, that of the environment; undefined with --accounts.
    let ofEnvironment: readonly Check[] | undefined;
    const [machine, accounts] = await Promise.all([
      checkMachine(context),
      eachAccount(async (accountContext, account) => {
        const checks = await checkService(accountContext, account);
        if (account === undefined) ofEnvironment = checks;
        return reportChecks(checks);
      }),
    ]);
    return ofEnvironment ? reportChecks([...machine, ...ofEnvironment]) : withMachine(accounts, machine);
  },
});

function reportChecks(checks: readonly Check[]): AccountReport {
  const summary = summarizeChecks(checks);
  return {
    report: { json: () => ({ checks }), summary: () => summary },
    status: exitStatusOf(checks),
    message: summary.result,
  };
}

function withMachine({ report, status: ofAccounts, message }: AccountReport, machine: readonly Check[]): AccountReport {
  const checks = summarizeChecks(machine);
  const status = worstStatus([{ status: ofAccounts }, { status: exitStatusOf(machine) }]);
  const result = `${message}${exitStatusOf(machine) === EXIT.done ? '' : ' A check of this machine failed or was skipped.'}`;
  return {
    report: {
      json: () => ({ checks: machine, ...(report.json() as object), exit_status: status }),
      summary() {
        const accounts = report.summary();
        return { ...accounts, result, sections: [...checks.sections, ...accounts.sections] };
      },
    },
    status,
    message: result,
  };
}

async function checkMachine(context: CliContext): Promise<readonly Check[]> {
  const node = await checkNode(context);
  const [terraform, configuration] = await Promise.all([
    checkTerraform(context),
    checkTerraformCliConfiguration(context),
  ]);
  const cdktf = await checkCdktf(context, node.version);
  return [...node.checks, ...terraform, ...cdktf, ...checkGeneratedClasses(context), ...configuration];
}
