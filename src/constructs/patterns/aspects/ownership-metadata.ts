import { type IAspect, TerraformStack, Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import { IpPolicyRules, type IpPolicyRulesProps } from '../../generated';
import type { ListedRule } from '../access/allow-list-rules';
import { ListRules } from '../access/render-rules';
import { contentsOf, shownNetworks } from '../access/rule-set-contents';
import { addOnce } from '../shared/warn-at-synth';
import { type AspectExceptions, isExcepted, MAX_METADATA, resourceWith } from './aspect-filter';

/** Properties of {@link OwnershipMetadata}. */
export interface OwnershipMetadataProps extends AspectExceptions {
  /** Who answers for the objects, such as a team: member `owner`. */
  readonly owner: string;

  /**
   * What declares the objects: member `stack`.
   *
   * @default - the id of the stack that an object stands in
   */
  readonly stack?: string;

  /**
   * The commit that declares them, such as `findCommit(__dirname)`: member `commit`. Every object then changes with
   * every commit that is deployed.
   *
   * @default - not said, so that a deployment changes only what its commits change
   */
  readonly commit?: string;

  /**
   * More members, for instance where the repository is.
   *
   * @default - none
   */
  readonly more?: Readonly<Record<string, string>>;
}

/**
 * Says in the `metadata` of every object, as JSON, who owns it and what declares it:
 * `Aspects.of(stack).add(new OwnershipMetadata({ owner: 'platform' }))`. Rules of an `IpPolicyRules` are objects too.
 *
 * Metadata that is a JSON object already keeps its members, also ones of these names. Other metadata, and one that only
 * Terraform knows, is left as it is, with a warning. Where the whole would be longer than 4,096 bytes, it is an error.
 */
export class OwnershipMetadata implements IAspect {
  readonly #props: OwnershipMetadataProps;

  constructor(props: OwnershipMetadataProps) {
    this.#props = props;
  }

  /** Called by the core for every construct. */
  visit(node: IConstruct): void {
    if (isExcepted(node, this.#props)) return;
    const resource = resourceWith(node, 'metadata') as { metadataInput?: unknown; metadata?: string } | undefined;
    if (resource) {
      const metadata = this.#extended(node, resource.metadataInput, '');
      if (metadata !== undefined) resource.metadata = metadata;
    }
    if (IpPolicyRules.isIpPolicyRules(node)) this.#extendRules(node);
  }

  #extendRules(set: IpPolicyRules): void {
    const { rules, mayHoldMore } = contentsOf(set);
    if (mayHoldMore) {
      addOnce(
        set,
        'warning',
        'Rules are not known at synth, so nothing is said in their metadata about who owns the object.',
      );
    }
    const extended = rules.map((each): ListedRule => {
      const metadata = this.#extended(set, each.rule.metadata, ` of rule ${shownNetworks(set, each)}`);
      return metadata === undefined ? each : { ...each, rule: { ...each.rule, metadata } };
    });
    if (extended.length === 0) return;
    if (set instanceof ListRules && set.listed) set.give(extended);
    else {
      const given = set.rulesInput as IpPolicyRulesProps['rules'];
      const byNetwork = extended.map(({ networks, rule }) => [networks as string, rule] as const);
      set.rules = { ...given, ...Object.fromEntries(byNetwork) };
    }
  }

  /** The metadata to set; undefined where it stays as it is, which is said. */
  #extended(node: IConstruct, given: unknown, of: string): string | undefined {
    const members = membersOf(given);
    if (!members) {
      const what = Token.isUnresolved(given) ? 'is not known at synth' : 'is not a JSON object';
      addOnce(node, 'warning', `The metadata${of} ${what}, so nothing is said in it about who owns the object.`);
      return undefined;
    }
    const { owner, stack = TerraformStack.of(node).node.id, commit, more } = this.#props;
    const metadata = JSON.stringify({ owner, stack, ...(commit !== undefined && { commit }), ...more, ...members });
    const bytes = Buffer.byteLength(metadata);
    if (bytes <= MAX_METADATA) return metadata;
    const message = `metadata${of}: is ${bytes} bytes long with who owns the object, expected at most ${MAX_METADATA} bytes of UTF-8`;
    addOnce(node, 'error', message);
    return undefined;
  }
}

function membersOf(given: unknown): object | undefined {
  if (given === undefined || given === null || given === '') return {};
  if (typeof given !== 'string' || Token.isUnresolved(given)) return undefined;
  try {
    const value: unknown = JSON.parse(given);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
