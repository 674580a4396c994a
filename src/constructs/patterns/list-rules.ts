import { type IResolvable, type IResolveContext, type TerraformProvider, Token } from 'cdktf';
import type { Construct } from 'constructs';
import { ipPolicyRules } from '../../model/composites';
import { type IpPolicy, IpPolicyRules } from '../generated';
import { isToken } from '../known';
import { hclAttributes, isProps, type Props, renderAttributes } from '../render';

const { attributes } = ipPolicyRules;

/** The rules of an allow list, as the list has them at the moment they are asked for. */
export class ListRules extends IpPolicyRules {
  readonly #prepare: () => void;

  constructor(
    scope: Construct,
    id: string,
    policy: IpPolicy,
    provider: TerraformProvider | undefined,
    prepare: () => void,
  ) {
    super(scope, id, { ipPolicyId: policy.id, rules: {}, ...(provider && { provider }) });
    this.#prepare = prepare;
  }

  override get rulesInput() {
    this.#prepare();
    return super.rulesInput;
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    const rules: unknown = this.rulesInput;
    const rendered = isProps(rules) && !isToken(rules) ? new RulesAtLast(rules) : rules;
    return renderAttributes(attributes, { ...this.inputs.all(), rules: rendered });
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    this.#prepare();
    return hclAttributes(super.synthesizeAttributes());
  }
}

/**
 * Rules that are rendered only when they are written. The core resolves everything once before, to find references to
 * other stacks; thousands of rules that hold none are left out then.
 */
class RulesAtLast implements IResolvable {
  readonly creationStack: string[] = [];

  constructor(private readonly rules: Props) {}

  resolve({ preparing }: IResolveContext): unknown {
    if (preparing && !holdsToken(this.rules)) return {};
    return renderAttributes(attributes, { rules: this.rules })['rules'];
  }

  toString(): string {
    return Token.asString(this);
  }
}

function holdsToken(rules: Props): boolean {
  return Object.entries(rules).some(
    ([cidr, rule]) => Token.isUnresolved(cidr) || (isProps(rule) && Object.values(rule).some(isToken)),
  );
}
