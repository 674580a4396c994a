/** What an apply may write. If a write fails, the apply leaves undone the writes that wait for it. */

import { parseKindName } from '../../model/naming';
import { stripInstanceKeys } from '../../values/address';
import type { WriteRisk } from '../../values/cause';
import { listStrings, toJsonObject } from '../../values/json';
import type {
  ConfiguredExpression,
  PlanAction,
  PlanCheck,
  PlanJson,
  PlanModule,
  ProviderConfiguration,
  ResourceChange,
} from '../plan-json';
import { readStateDependencies } from '../state';
import { listAwaited } from './dependencies';
import { isNestedBlock, listReferences, readExpression } from './evaluate';
import { findConfigured } from './planned-values';

/**
 * A resource of a plan, also one with the action `no-op`: if B waits for the unchanged A, and A for C, then B waits for
 * C. Or an undecided condition, which may fail like a write.
 */
export interface PlannedWrite {
  readonly address: string;
  readonly actions: readonly PlanAction[];
  /** Addresses that Terraform surely finishes before it creates or updates this one. */
  readonly waitsFor: readonly string[];
  /**
   * It may also wait for what a local or a module leads to, what a condition or a nested block refers to, or what an
   * undecided condition of an output or a variable checks.
   */
  readonly mayWaitForMore: boolean;
  /**
   * What the resource depended on when it was last written, as addresses without keys of instances. If both are
   * deleted, the resource is deleted first. If it stays, the other is deleted before or after its write. Undefined if
   * the plan does not say it.
   */
  readonly dependedOn: readonly string[] | undefined;
  /** Why it may fail, whatever the account has. */
  readonly risks: readonly WriteRisk[];
  /** It has a condition that is evaluated during the apply: the write may be applied, and what waits for it not. */
  readonly hasCheck: boolean;
}

export function listPlannedWrites(plan: PlanJson): PlannedWrite[] {
  // A deposed object is only deleted, and which deletions wait for which a plan does not say.
  const changes = (plan.resource_changes ?? []).filter(({ deposed }) => deposed === undefined);
  const isOfResource = ({ address }: PlanCheck): boolean => address?.kind === 'resource';
  const conditioned = new Set((plan.checks ?? []).filter(isOfResource).map(nameCheck));
  const checks = (plan.checks ?? []).filter(({ status }) => status === 'unknown');
  const checked = new Set(checks.filter(isOfResource).map(nameCheck));
  // Checks of `check` blocks only warn.
  const others = checks.filter(({ address }) => address?.kind !== 'resource' && address?.kind !== 'check');
  const dependencies = readStateDependencies(toJsonObject(plan.prior_state));
  return [
    ...changes.map((change): PlannedWrite => {
      const {
        address,
        change: { actions },
      } = change;
      const hasCheck = checked.has(stripInstanceKeys(address));
      return {
        address,
        actions,
        waitsFor: listAwaited(plan, address, listArguments(plan, address)).filter((other) => other !== address),
        mayWaitForMore: others.length > 0 || conditioned.has(stripInstanceKeys(address)) || !canFollow(plan, change),
        dependedOn: dependencies.get(address) ?? (change.change.before === null ? [] : undefined),
        risks: [
          ...(hasCheck ? [{ kind: 'condition', of: 'resource', address } as const] : []),
          ...findInherentRisk(change),
        ],
        hasCheck,
      };
    }),
    ...others.map((check): PlannedWrite => {
      const address = nameCheck(check);
      const risks: readonly WriteRisk[] = [{ kind: 'condition', of: 'other', address }];
      return {
        address,
        actions: ['create'],
        waitsFor: [],
        mayWaitForMore: false,
        dependedOn: [],
        risks,
        hasCheck: true,
      };
    }),
  ];
}

function nameCheck({ address }: PlanCheck): string {
  return stripInstanceKeys(address?.to_display ?? 'a check');
}

function listArguments(plan: PlanJson, address: string): string[] {
  return Object.keys(findConfigured(plan, address).resource?.arguments ?? {});
}

/** No account can disprove it: a data source is read during the apply, or the resource is of another provider. */
function findInherentRisk({ address, type, mode, change: { actions } }: ResourceChange): WriteRisk[] {
  if (actions.every((action) => action === 'no-op' || action === 'forget')) return [];
  if (mode === 'data') return [{ kind: 'late_read', address }];
  return parseKindName(type) === undefined ? [{ kind: 'not_proved', address }] : [];
}

/**
 * Whether the block of the resource names all that it waits for, as far as a plan shows that. It does not for an
 * instance with a key (the plan is not asked what `count` and `for_each` refer to). Of `replace_triggered_by` a plan
 * has only the reason of a replacement.
 */
function canFollow(plan: PlanJson, planned: ResourceChange): boolean {
  const { address: text, action_reason: reason, provider_name: source } = planned;
  const { resource, evaluation } = findConfigured(plan, text);
  const providers = plan.configuration?.provider_config ?? {};
  const refers = ({ expressions = {}, module_address: module }: ProviderConfiguration): boolean =>
    Object.values(expressions).some((each) => mayRefer(each, module === undefined));
  // A resource without a block is deleted or forgotten. A plan does not say which configuration of its provider it has.
  if (!resource) return !Object.values(providers).some((each) => each.full_name === source && refers(each));
  if (stripInstanceKeys(text) !== text || resource.hasNestedBlock || reason === 'replace_by_triggers') return false;
  let module: PlanModule | undefined = plan.configuration?.root_module;
  for (const { name } of evaluation.path) {
    const call = module?.module_calls?.[name];
    if (!call || (call.depends_on ?? []).length > 0) return false;
    module = call.module;
  }
  const provider = providers[resource.provider ?? ''];
  if (provider && refers(provider)) return false;
  const unclear = evaluation.path.length > 0 ? /(?<![\w.])(?:local|module|var)\./ : /(?<![\w.])(?:local|module)\./;
  return !listStrings(resource.arguments).some((each) => unclear.test(each));
}

/** A variable of a module may be anything that its call names, one of the root module is known before the plan. */
function mayRefer(expression: ConfiguredExpression, isOfRoot: boolean): boolean {
  if (isNestedBlock(expression)) return true;
  return listReferences(readExpression(expression)).some(
    ([first]) => !(isOfRoot && first && 'name' in first && first.name === 'var'),
  );
}
