import type { JsonObject } from '../../../src/values/json';
import type { Resources, Workspace } from '../acceptance/workspace';
import { expression } from '../expression';

const OFFICE = '203.0.113.0/24';
/** A network that no rule of these tests allows, so an action that must admit it fails. */
export const ELSEWHERE = '192.0.2.0/24';

const EVENTS = ['before_create', 'after_create', 'before_update', 'after_update'] as const;

/** One trigger for each event; by default for all. */
export function createTriggers(actions: readonly string[], events: readonly string[] = EVENTS): JsonObject[] {
  return events.map((event) => ({ events: [event], actions: actions.map((name) => `action.netingress_${name}`) }));
}

/** A policy, and a rule of it with these triggers. */
export function policyWithRule(action_trigger: readonly JsonObject[], rule: JsonObject = {}): Resources {
  const { lifecycle = {}, ...values } = rule as { lifecycle?: JsonObject };
  return {
    netingress_ip_policy: { office: { description: 'office' } },
    netingress_ip_policy_rule: {
      berlin: {
        ip_policy_id: expression('netingress_ip_policy.office.id'),
        cidr: OFFICE,
        action: 'allow',
        ...values,
        lifecycle: { ...lifecycle, action_trigger },
      },
    },
  };
}

/** A check of the policy, which succeeds by default. */
export function verify(config: JsonObject = {}): JsonObject {
  return {
    config: { ip_policy_ids: [expression('netingress_ip_policy.office.id')], must_deny: [ELSEWHERE], ...config },
  };
}

export const failing = verify({ must_deny: [], must_admit: [ELSEWHERE] });

export function verifyActions(actions: Readonly<Record<string, JsonObject>>): JsonObject {
  return { action: { netingress_verify_access: actions } };
}

interface Message {
  readonly type: string;
  readonly hook?: {
    readonly resource?: { readonly addr: string };
    /** Of a resource its operation, of an action its address. */
    readonly action: string | { readonly addr: string };
    readonly lifecycle?: { readonly resource: { readonly addr: string }; readonly trigger_event: string };
    readonly message?: string;
  };
  readonly diagnostic?: { readonly severity: string; readonly summary: string; readonly detail: string };
}

export interface ReportedRun {
  readonly status: number | null;
  /** What ended, in order: `create ip_policy.office`, `AfterCreate verify_access.check failed`. */
  readonly operations: readonly string[];
  readonly progress: readonly string[];
  readonly errors: readonly string[];
}

const ENDS: Readonly<Record<string, string>> = {
  apply_complete: '',
  apply_errored: ' failed',
  action_complete: '',
  action_errored: ' failed',
};

/** Runs a command with `-json`, which may fail. */
export async function runReported(workspace: Workspace, ...args: readonly string[]): Promise<ReportedRun> {
  const [command = '', ...options] = args;
  const { status, stdout } = await workspace.terraform(command, '-json', ...options);
  const lines = stdout.split('\n').filter((line) => line !== '');
  const messages = lines.map((line) => JSON.parse(line) as Message);
  return {
    status,
    operations: messages.flatMap(({ type, hook }) => (hook && type in ENDS ? [formatEvent(hook) + ENDS[type]] : [])),
    progress: messages.flatMap(({ type, hook }) => (type === 'action_progress' ? [hook?.message ?? ''] : [])),
    errors: messages.flatMap(({ diagnostic }) =>
      diagnostic?.severity === 'error' ? [`${diagnostic.summary}: ${diagnostic.detail}`] : [],
    ),
  };
}

function formatEvent({ resource, action, lifecycle }: NonNullable<Message['hook']>): string {
  if (typeof action === 'string') return `${action} ${shorten(resource?.addr)}`;
  return `${lifecycle?.trigger_event ?? 'Invoke'} ${shorten(action.addr)}`;
}

function shorten(address = ''): string {
  return address.replace(/^action\./, '').replace(/^netingress_/, '');
}

/** Applies the configuration, and returns the operations of the run, which must succeed. */
export async function applyReported(workspace: Workspace, ...options: readonly string[]): Promise<readonly string[]> {
  const { status, operations, errors } = await runReported(workspace, 'apply', '-auto-approve', ...options);
  expect([status, errors]).toEqual([0, []]);
  return operations;
}
