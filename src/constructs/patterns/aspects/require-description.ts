import type { IAspect } from 'cdktf';
import type { IConstruct } from 'constructs';
import { IpPolicyRules } from '../../generated';
import { contentsOf, shownNetworks } from '../access/rule-set-contents';
import { clipped } from '../shared/clipped';
import { addOnce } from '../shared/warn-at-synth';
import { type AspectExceptions, isExcepted, resourceWith } from './aspect-filter';

/**
 * Has every object of the service need a description: `Aspects.of(stack).add(new RequireDescription())`. One that is
 * missing or blank fails the synthesis, and so does one of a rule within an `IpPolicyRules` or `IpAllowList`.
 */
export class RequireDescription implements IAspect {
  readonly #props: AspectExceptions;

  constructor(props: AspectExceptions = {}) {
    this.#props = props;
  }

  /** Called by the core for every construct. */
  visit(node: IConstruct): void {
    if (isExcepted(node, this.#props)) return;
    const resource = resourceWith(node, 'description') as { descriptionInput?: unknown } | undefined;
    if (resource && isBlank(resource.descriptionInput)) {
      addOnce(node, 'error', 'description: is not set, expected what the object is for');
    }
    if (!IpPolicyRules.isIpPolicyRules(node)) return;
    const bare = contentsOf(node).rules.filter(({ rule }) => isBlank(rule.description));
    if (bare.length === 0) return;
    const named = clipped(bare.map((each) => shownNetworks(node, each)));
    addOnce(node, 'error', `rules: ${named} have no description, expected who or what they are`);
  }
}

function isBlank(description: unknown): boolean {
  return (
    description === undefined || description === null || (typeof description === 'string' && description.trim() === '')
  );
}
