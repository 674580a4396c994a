import type { IAspect } from 'cdktf';
import type { IConstruct } from 'constructs';
import { formatList } from '../../../values/words';
import { IpPolicyRules } from '../../generated';
import { addAnnotationOnce } from '../../validation/warn-at-synth';
import { formatNetworks, readRuleSet } from '../access/collect-rules';
import { MAX_LISTED } from '../access/evaluate-rules';
import { type AspectExclusions, asResourceWith, isExcluded } from './aspect-filter';

/**
 * Fails the synthesis for each object of the service that can have a description and has none:
 * `Aspects.of(stack).add(new RequireDescription())`. This includes the rules of an `IpPolicyRules` or `IpAllowList`. A
 * blank description counts as missing, and a token as a description. Rules that are tokens are not checked.
 */
export class RequireDescription implements IAspect {
  constructor(private readonly props: AspectExclusions = {}) {}

  /** Called by CDKTF for every construct. */
  visit(node: IConstruct): void {
    if (isExcluded(node, this.props)) return;
    const resource = asResourceWith(node, 'description') as { descriptionInput?: unknown } | undefined;
    if (resource && isBlank(resource.descriptionInput)) {
      addAnnotationOnce(node, 'error', 'description: is not set; expected the purpose of the object');
    }
    if (!IpPolicyRules.isIpPolicyRules(node)) return;
    const undescribed = readRuleSet(node).entries.filter(({ rule }) => isBlank(rule.description));
    if (undescribed.length === 0) return;
    const networks = undescribed.map((entry) => formatNetworks(node, entry));
    const listed = formatList(networks, MAX_LISTED);
    addAnnotationOnce(node, 'error', `rules: ${listed} have no description; expected the owner of each network`);
  }
}

function isBlank(description: unknown): boolean {
  return String(description ?? '').trim() === '';
}
