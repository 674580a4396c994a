/** Ctrl-C while an action runs: the action ends with an error, no process is left, and no object is lost. */
import { canFindProcesses, providersIn } from '../../support/acceptance/processes';
import { createProxy, type ProxiedRequest, pass } from '../../support/acceptance/proxy';
import { startTerraform } from '../../support/acceptance/terraform-processes';
import { createTriggers, policyWithRule, verify, verifyActions } from '../../support/engines/actions';
import { type Engine, testFeature } from '../../support/engines/feature';
import { endAllScripts } from '../../support/script';

// Terraform 1.15.5 crashed in 1 of 50 interrupted invocations (exit status 11, which only its panic handler uses).
jest.retryTimes(2, { logErrorsBeforeRetry: true });

const RULE = 'netingress_ip_policy_rule.berlin';

/** Interrupts Terraform while the request is on its way, and returns Terraform's output after its end. */
type Interrupt = (wanted: (request: ProxiedRequest) => boolean, ...args: readonly string[]) => Promise<string>;

/** Runs the test with a proxy in front of the service. */
async function withInterrupt({ workspace }: Engine, body: (interrupt: Interrupt) => Promise<void>) {
  const proxy = await createProxy(workspace.env['NETINGRESS_BASE_URL'] ?? '');
  workspace.env['NETINGRESS_BASE_URL'] = proxy.url;
  try {
    await body(async (wanted, ...args) => {
      const paused = new Promise<ProxiedRequest>((resolve) => {
        proxy.handle = (request) => {
          if (!wanted(request)) return pass(request);
          proxy.handle = pass;
          resolve(request);
        };
      });
      const terraform = await startTerraform(workspace, ...args, '-no-color', '-auto-approve');
      const request = await paused;
      terraform.signalGroup('SIGINT');
      await terraform.says('Interrupt received');
      await pass(request);
      // With the output, a crash of Terraform shows its stack.
      const ended = await terraform.ended;
      expect(ended).toMatchObject({ status: 1 });
      if (canFindProcesses) expect(providersIn(workspace.folder)).toEqual([]);
      return ended.output;
    });
  } finally {
    endAllScripts();
    await proxy.close();
  }
}

const isRuleList = ({ method, path }: ProxiedRequest): boolean =>
  method === 'GET' && path.startsWith('/ip_policy_rules?');

async function testEvents(engine: Engine): Promise<void> {
  const { emulator, workspace } = engine;
  const actions = verifyActions({ check: verify() });
  await withInterrupt(engine, async (interrupt) => {
    await workspace.configure(policyWithRule(createTriggers(['verify_access.check'], ['before_create'])), actions);
    expect(await interrupt(isRuleList, 'apply')).not.toContain('Verified');
    expect(emulator.objects('ip_policy_rule')).toEqual([]);

    await workspace.configure(policyWithRule(createTriggers(['verify_access.check'], ['after_create'])), actions);
    expect(await interrupt(isRuleList, 'apply')).not.toContain('Verified');
    const [rule] = emulator.objects('ip_policy_rule');
    expect((await workspace.attributes(RULE))?.['id']).toBe(rule?.['id']);
    expect(await workspace.changes()).toEqual({});
  });
}

testFeature('actions', {
  claim: 'Ctrl-C during an action before or after a create: the object is not created, or it is in the state',
  works: testEvents,
});
