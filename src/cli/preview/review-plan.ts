import { openAccount } from '../../account/open-account';
import { resolveProviderSettings } from '../../model/provider-settings';
import { createAccountCopies } from '../../preview/account-copies';
import { applyPlan } from '../../preview/from-plan';
import type { PreviewOutcome, StackOutcome } from '../../preview/outcome';
import type { PlanJson } from '../../terraform/plan-json';
import type { Diagnostic } from '../../terraform/ui-json';
import { type CliContext, CliError } from '../context';
import { readInput } from '../read-input';

/** Reads the account of the environment, and applies the changes of a plan to its objects. */
export async function reviewPlan(context: CliContext, file: string): Promise<PreviewOutcome> {
  const plan = await readPlan(context, file);
  const { complete, problems, missing } = resolveProviderSettings({}, context.env);
  if (!complete) {
    const [first] = [...problems, ...missing];
    throw new CliError(
      `Cannot read the account: ${first?.source} ${first?.problem}; expected ${first?.expected}. Set it in the environment.`,
    );
  }
  const copies = createAccountCopies({
    open: (settings) => openAccount(settings, { signal: context.signal }),
    limits: {},
  });
  try {
    await copies.prepare(complete);
    const [account] = await copies.collect();
    if (!account || account.unreadable !== undefined) {
      throw new CliError(`Cannot read the account: ${account?.unreadable ?? ''}`);
    }
    const { after, addresses, unknown } = applyPlan(account.before, plan);
    const failure: Diagnostic = {
      severity: 'error',
      summary: 'The plan failed',
      detail: 'Correct its errors first.',
      address: undefined,
    };
    const stack: StackOutcome = {
      name: file,
      displayFolder: '.',
      status: plan.errored ? 'refused' : 'applied',
      reason: null,
      errors: plan.errored ? [failure] : [],
      warnings: [],
      plan,
      nextPlan: undefined,
      addresses,
      constructs: new Map(),
      stateChanged: false,
      notPreviewed: unknown,
    };
    return { stacks: [stack], accounts: [{ ...account, after, requests: [] }], refused: [] };
  } finally {
    await copies.close();
  }
}

async function readPlan(context: CliContext, file: string): Promise<PlanJson> {
  const text = await readInput(context, file, 'the plan');
  try {
    const plan = JSON.parse(text) as PlanJson & { readonly format_version?: string };
    if (plan.format_version !== undefined && 'planned_values' in plan) return plan;
  } catch {
    // The message below says what is expected.
  }
  throw new CliError(`Cannot read the plan ${file}: expected the output of \`terraform show -json PLAN\`.`);
}
