/** Whether actions can be rendered for the Terraform that deploys an app: OpenTofu and older versions have none. */

import type { Construct } from 'constructs';
import { ACTIONS_SINCE, type ActionType } from '../model/actions';
import { isPlainObject } from '../values/json';
import type { Words } from '../values/words';

/**
 * The context of the app with the versions that it targets, as npm's semver ranges. `cdktn init` sets it, `cdktf` does
 * not.
 */
const TARGET_VERSIONS = 'targetVersions';

/** Why the targets of the app cannot run the action; undefined if they can. `terraformVersion` wins over the app's. */
export function findTargetProblem(
  scope: Construct,
  { command }: ActionType,
  terraformVersion: string | undefined,
): Words | undefined {
  const advice = `Run \`${command}\` after the deployment instead.`;
  const expected = `expected Terraform ${ACTIONS_SINCE} or newer only`;
  const declared: unknown = scope.node.tryGetContext(TARGET_VERSIONS);
  const targets = isPlainObject(declared) ? (declared as Readonly<Record<string, unknown>>) : undefined;
  if (terraformVersion === undefined && targets?.['opentofu'] !== undefined)
    return `${TARGET_VERSIONS} contains OpenTofu, which has no actions; ${expected}. ${advice}`;
  const [name, range] =
    terraformVersion === undefined
      ? [`${TARGET_VERSIONS}.terraform`, targets?.['terraform']]
      : ['terraformVersion', terraformVersion];
  if (range === undefined)
    return `the version of Terraform is not known; ${expected}. Set terraformVersion to '>=${ACTIONS_SINCE}', or ${TARGET_VERSIONS} in the context of the app. For OpenTofu and older versions: ${advice}`;
  const lowest = typeof range === 'string' ? findLowestVersion(range) : undefined;
  if (lowest === undefined)
    return `${name} '${String(range)}' has no lowest version; expected a range such as '>=${ACTIONS_SINCE}'. ${advice}`;
  return compareVersions(lowest, ACTIONS_SINCE.split('.').map(Number)) < 0
    ? `${name} '${String(range)}' contains versions without actions; ${expected}. ${advice}`
    : undefined;
}

/** Matches `>= 1.14.0`, `^1.14` and `1.14.x`, with the operator, the major and the minor version as groups. */
const COMPARATOR = /(?:^|\s)(>=|<=|>|<|\^|~|=)?\s*v?(\d+)(?:\.(\d+))?(?:\.(?:\d+|x|\*))?(?=\s|$)/g;

/**
 * Returns major and minor version of the lower end of a range: `>=1.14 <2` -> `[1, 14]`. Undefined if an alternative of the
 * range has none, such as `<1.20`. Also undefined for `1.14 - 1.16`, which is not parsed.
 */
function findLowestVersion(range: string): readonly number[] | undefined {
  if (range.includes(' - ')) return undefined;
  const ends = range.split('||').map((part) => {
    const bounds = [...part.matchAll(COMPARATOR)]
      .filter(([, operator]) => !operator?.startsWith('<'))
      .map(([, , major, minor]) => [Number(major), Number(minor ?? 0)]);
    // All comparators of an alternative must be met.
    return bounds.sort(compareVersions).at(-1);
  });
  return ends.includes(undefined) ? undefined : (ends as number[][]).sort(compareVersions)[0];
}

function compareVersions(
  [major = 0, minor = 0]: readonly number[],
  [other = 0, otherMinor = 0]: readonly number[],
): number {
  return major - other || minor - otherMinor;
}
