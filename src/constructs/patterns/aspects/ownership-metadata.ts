import { type IAspect, TerraformStack, Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import { MAX_METADATA_BYTES } from '../../../model/resources/common';
import { parseJsonObject } from '../../../values/json';
import { IpPolicyRules, type IpPolicyRulesProps } from '../../generated';
import { addAnnotationOnce } from '../../validation/warn-at-synth';
import { formatNetworks, type RuleSetEntry, readRuleSet } from '../access/collect-rules';
import { AllowListRules } from '../access/render-rules';
import { type AspectExclusions, asResourceWith, isExcluded } from './aspect-filter';

/** Properties of {@link OwnershipMetadata}. */
export interface OwnershipMetadataProps extends AspectExclusions {
  /** The owner of the objects, such as a team. Member `owner`. */
  readonly owner: string;

  /**
   * The name of the configuration that declares the objects. Member `stack`.
   *
   * @default - the id of the stack of each object
   */
  readonly stack?: string;

  /**
   * Additional members, such as the URL of the repository.
   *
   * @default - none
   */
  readonly additional?: Readonly<Record<string, string>>;
}

/**
 * Writes the owner and the declaring stack to the `metadata` of the objects that can have it, as JSON:
 * `Aspects.of(stack).add(new OwnershipMetadata({ owner: 'platform' }))`. This includes the rules of an `IpPolicyRules`.
 *
 * Existing members of metadata that is a JSON object win over `additional`, and these over `owner` and `stack`. Other
 * metadata that is not empty, also a token, is not changed and causes a warning, and so do rules that are tokens.
 * Metadata that would have more than 4,096 bytes is an error.
 */
export class OwnershipMetadata implements IAspect {
  constructor(private readonly props: OwnershipMetadataProps) {}

  /** Called by CDKTF for every construct. */
  visit(node: IConstruct): void {
    if (isExcluded(node, this.props)) return;
    const resource = asResourceWith(node, 'metadata') as { metadataInput?: unknown; metadata?: string } | undefined;
    if (resource) {
      const metadata = this.#extend(node, resource.metadataInput, 'metadata');
      if (metadata !== undefined) resource.metadata = metadata;
    }
    if (IpPolicyRules.isIpPolicyRules(node)) this.#extendRules(node);
  }

  #extendRules(ruleSet: IpPolicyRules): void {
    const { entries, isPartial } = readRuleSet(ruleSet);
    if (isPartial) {
      addAnnotationOnce(
        ruleSet,
        'warning',
        'Some rules are known only after apply, so the ownership members are not added to their metadata.',
      );
    }
    const extended = entries.map((entry): RuleSetEntry => {
      const metadata = this.#extend(ruleSet, entry.rule.metadata, `metadata of rule ${formatNetworks(ruleSet, entry)}`);
      return metadata === undefined ? entry : { ...entry, rule: { ...entry.rule, metadata } };
    });
    if (extended.length === 0) return;
    // An allow list must know that it assigned the rules itself.
    if (ruleSet instanceof AllowListRules && ruleSet.entries) ruleSet.setEntries(extended);
    else {
      const current = ruleSet.rulesInput as IpPolicyRulesProps['rules'];
      const entriesByNetwork = extended.map(({ networks, rule }) => [networks as string, rule] as const);
      ruleSet.rules = { ...current, ...Object.fromEntries(entriesByNetwork) };
    }
  }

  #extend(node: IConstruct, current: unknown, subject: string): string | undefined {
    const members = parseMembers(current);
    if (!members) {
      const reason = Token.isUnresolved(current) ? 'is known only after apply' : 'is not a JSON object';
      addAnnotationOnce(node, 'warning', `The ${subject} ${reason}, so the ownership members are not added to it.`);
      return undefined;
    }
    const { owner, stack = TerraformStack.of(node).node.id, additional } = this.props;
    const metadata = JSON.stringify({ owner, stack, ...additional, ...members });
    const bytes = Buffer.byteLength(metadata);
    if (bytes <= MAX_METADATA_BYTES) return metadata;
    const message = `${subject}: is ${bytes} bytes long with the ownership members; expected at most ${MAX_METADATA_BYTES} bytes of UTF-8`;
    addAnnotationOnce(node, 'error', message);
    return undefined;
  }
}

function parseMembers(metadata: unknown): object | undefined {
  if (metadata === undefined || metadata === null || metadata === '') return {};
  return Token.isUnresolved(metadata) ? undefined : parseJsonObject(metadata);
}
