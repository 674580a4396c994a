import type { IAspect } from 'cdktf';
import type { IConstruct } from 'constructs';
import { type AspectExceptions, isExcepted, resourceWith, rulesIn } from './aspect-scope';
import { addOnce } from './warn-at-synth';

/** At most so many rules are named in one message. */
const NAMED = 5;

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
    const bare = Object.entries(rulesIn(node) ?? {}).filter(([, rule]) => isBlank(rule.description));
    if (bare.length === 0) return;
    const named = bare.slice(0, NAMED).map(([cidr]) => cidr);
    const more = bare.length > NAMED ? ` and ${bare.length - NAMED} more` : '';
    addOnce(node, 'error', `rules: ${named.join(', ')}${more} have no description, expected who or what they are`);
  }
}

function isBlank(description: unknown): boolean {
  return (
    description === undefined || description === null || (typeof description === 'string' && description.trim() === '')
  );
}
