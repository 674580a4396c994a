import { type IResolvable, type IResolveContext, type TerraformProvider, Token } from 'cdktf';
import type { Construct } from 'constructs';
import { ipPolicyRules } from '../../../model/composites';
import { type IpPolicy, IpPolicyRules, type IpPolicyRulesProps } from '../../generated';
import { isProps, type Props } from '../../render';
import { isToken } from '../../tokens';
import { configuredAttributes } from '../../validate-props';
import { type ListedRule, renderListed } from './allow-list-rules';

/** The rules of an allow list, as the list has them at the moment they are asked for. */
export class ListRules extends IpPolicyRules {
  readonly #prepare: () => void;
  #listed: readonly ListedRule[] = [];
  /** What the configuration says of them, to tell it from what somebody assigned. */
  #given: IpPolicyRulesProps['rules'] | undefined;
  #isOverridden = false;

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

  /** What is assigned takes the place of what the list has at that moment. */
  override set rules(rules: IpPolicyRulesProps['rules']) {
    this.#prepare();
    super.rules = rules;
  }

  override get rules(): IpPolicyRules['rules'] {
    return super.rules;
  }

  /**
   * The rules of the list, also those of networks that only Terraform knows; undefined once other rules were assigned.
   */
  get listed(): readonly ListedRule[] | undefined {
    return this.rulesInput === this.#given ? this.#listed : undefined;
  }

  /** Replaces the rules. */
  give(listed: readonly ListedRule[]): void {
    this.#listed = listed;
    this.#given = renderListed(listed);
    super.rules = this.#given;
  }

  /** The core merges overrides into what is rendered, so overridden rules have to be. */
  override addOverride(path: string, value: unknown): void {
    this.#isOverridden ||= /^rules(\.|$)/.test(path);
    super.addOverride(path, value);
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    const rules: unknown = this.rulesInput;
    const isLate = isProps(rules) && !isToken(rules) && !this.#isOverridden;
    const late = isLate && new RulesAtLast(rules, (given) => this.#json({ rules: given })['rules'] as Props);
    return this.#json({ ...this.inputs.all(), rules: late || rules });
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    this.#prepare();
    return super.synthesizeHclAttributes();
  }

  #json(props: Props): Record<string, unknown> {
    return configuredAttributes(this, ipPolicyRules, props);
  }
}

/**
 * Rules that are rendered only when they are written, and that the core does not look into: three times it resolves
 * every text of every value, which for thousands of rules that hold no token takes longer than everything else of them.
 * Those that hold one are resolved by it, also at first, when it looks for references to other stacks.
 */
class RulesAtLast implements IResolvable {
  readonly creationStack: string[] = [];

  constructor(
    private readonly rules: Props,
    private readonly render: (rules: Props) => Props,
  ) {}

  resolve({ preparing, registerPostProcessor }: IResolveContext): unknown {
    const [plain, resolvable] = parted(this.rules);
    if (!preparing)
      registerPostProcessor({ postProcess: (resolved) => new Resolved({ ...resolved, ...this.render(plain) }) });
    return this.render(resolvable);
  }

  toString(): string {
    return Token.asString(this);
  }
}

/** What is resolved, kept from the core's second look at what its first one answered. */
class Resolved implements IResolvable {
  readonly creationStack: string[] = [];

  constructor(private readonly value: Props) {}

  resolve({ registerPostProcessor }: IResolveContext): unknown {
    registerPostProcessor({ postProcess: () => this.value });
    return {};
  }

  toString(): string {
    return Token.asString(this);
  }
}

/** The rules that are written as they stand, and those that hold something for the core to resolve. */
function parted(rules: Props): readonly [plain: Props, resolvable: Props] {
  const entries = Object.entries(rules);
  const isWritten = entries.map(([cidr, rule]) => isPlain(cidr, rule));
  return [true, false].map((wanted) => Object.fromEntries(entries.filter((_, n) => isWritten[n] === wanted))) as [
    Props,
    Props,
  ];
}

/** What the core gives a meaning in texts: tokens, references, escapes, and numbers that stand for tokens. */
const meaningful = /[$%{"\\\n\r]|e\+/;

function isPlain(cidr: string, rule: unknown): boolean {
  if (meaningful.test(cidr) || !isProps(rule)) return false;
  return Object.values(rule).every(
    (text) => text === undefined || (typeof text === 'string' && !meaningful.test(text)),
  );
}
