import { Aspects } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import { aggregateRules, type DescribedRule } from '../../../model/ip/aggregate-rules';
import { parseCidr } from '../../../model/ip/cidr';
import { describeType } from '../../../model/problem';
import { isPlainObject } from '../../../values/json';
import { DataNetingressIpPolicy, IpPolicy, type IpPolicyRules, type IpPolicyRulesRule } from '../../generated';
import { isResolvedString, isToken } from '../../tokens';
import { addAnnotationOnce } from '../../validation/warn-at-synth';
import { type PatternProps, pickPatternProps, validatePropNames } from '../shared/pattern-props';
import { checkList, type IIpPolicy, ImportedReference } from '../shared/references';
import type { RuleSetEntry } from './collect-rules';
import { type AllowListWarning, findAllowListWarnings, findDenyAllProblem } from './evaluate-rules';
import { checkExpiry } from './expiry';
import type { NamedNetworks, Networks } from './networks';
import { AllowListRules } from './render-rules';

/** Properties of {@link IpAllowList}. */
export interface IpAllowListProps extends PatternProps {
  /**
   * Networks to allow. `allow()` adds more.
   *
   * @default - none
   */
  readonly allow?: readonly Networks[];

  /**
   * Networks to deny, although `allow` contains them. `deny()` adds more.
   *
   * @default - none
   */
  readonly deny?: readonly Networks[];

  /**
   * Warnings to suppress, because the list is as intended:
   *
   * - `duplicate`, `covered`, `shadowed`: a rule has no effect, because another rule has the same network and action, a
   *   rule of the same action has a wider network, or deny rules match all of its addresses
   * - `unneeded_deny`: a rule denies addresses that no rule of the list allows, so it has an effect only in a
   *   restriction with other policies
   * - `private`: a network is allowed that is not routed on the internet, such as `10.0.0.0/8`
   * - `open`: every IPv4 or every IPv6 address is allowed
   * - `expired`, `expires_soon`: `expires` of networks has passed, so they are left out, or passes within 14 days
   * - `empty`: the list has no rules, so it denies every address
   *
   * @default - none
   */
  readonly suppressWarnings?: readonly AllowListWarning[];

  /**
   * The most rules that the service accepts in one policy. A list with more is an error at synth. A token counts as one
   * rule, also one for a list of networks. The file of a feed may divide its networks among several policies
   * (its option `--max-rules-per-policy`); it is an error if one of them has more than this many.
   *
   * @default - not checked
   */
  readonly maxRulesPerPolicy?: number;
}

interface Shard {
  readonly policy: IpPolicy;
  readonly rules: AllowListRules;
}

/** Networks of a feed that are divided among policies, and what their rules have in common. */
interface DividedFeed {
  readonly file: string;
  readonly maxRulesPerPolicy: number;
  /** False if the list was given other networks than those of the file. */
  readonly isWhole: boolean;
  readonly shards: readonly (readonly string[])[];
  readonly rule: IpPolicyRulesRule;
}

/** A rule, a rule whose networks are tokens, or what is wrong with a given element. */
type Entry =
  | { readonly known: DescribedRule }
  | { readonly unknown: string | readonly string[]; readonly rule: IpPolicyRulesRule }
  | { readonly problem: string };

type RuleDetails = Omit<IpPolicyRulesRule, 'action'>;

/**
 * An IP policy with all of its rules. The next plan shows a rule that was added outside of Terraform, and the next
 * apply deletes it (see `IpPolicyRules`).
 *
 * Networks are normalized. Networks with the same action, name and metadata are merged to the smallest number of CIDR
 * ranges. If a network is both allowed and denied, only the deny rule is kept, because a deny wins. Networks that are
 * tokens are neither normalized nor merged. Terraform keeps only the deny of those that are equal as strings; the plan
 * fails if it gets one network in two representations.
 *
 * Synthesis warns about an empty list, rules without effect, private networks, and a list that allows every address
 * (`suppressWarnings` lists all). It fails for invalid networks, and for a list whose rules allow no address, unless it
 * allows a token. The plan checks networks that are tokens.
 *
 * The networks of a feed may be divided among several policies, of which `policy` is the first. They are not merged. An
 * update of the feed never moves a network to another policy, so it changes as many rules as networks, and Terraform
 * may apply the policies in any order. An `AccessRestriction` takes the list as one of its `policies`; `policies` has
 * them for everything else.
 *
 * To change the resources, use `policy` and `rules`, for example `list.policy.addOverride(...)`.
 */
export class IpAllowList extends Construct implements IIpPolicy {
  /** The policy, of a divided feed the first one. */
  readonly policy: IpPolicy;
  /**
   * The rules of `policy`, of a divided feed those of the first one. A value assigned to `rules.rules` is replaced by
   * the next `allow()` or `deny()`.
   */
  readonly rules: IpPolicyRules;
  readonly #shards: Shard[] = [];
  readonly #feeds: DividedFeed[] = [];
  readonly #props: IpAllowListProps;
  readonly #entries: Entry[] = [];
  /** Ids of the warnings about `expires`, by their text. */
  readonly #expiry = new Map<string, AllowListWarning>();
  readonly #suppressed: readonly AllowListWarning[];
  /** Whether the shards have the rules of all entries. */
  #isRendered = false;

  constructor(scope: Construct, id: string, props: IpAllowListProps = {}) {
    super(scope, id);
    validatePropNames(this, props, { allow: true, deny: true, suppressWarnings: true, maxRulesPerPolicy: true });
    const { allow = [], deny = [], suppressWarnings = [] } = props;
    this.#props = props;
    const { policy, rules } = this.#addShard();
    this.policy = policy;
    this.rules = rules;
    this.#suppressed = suppressWarnings;
    for (const [action, networks] of [
      ['allow', allow],
      ['deny', deny],
    ] as const) {
      const { items, problems } = checkList(action, networks, () => true, 'networks');
      for (const network of items) this.#add(action, network);
      for (const problem of problems) this.#entries.push({ problem });
    }
    this.node.addValidation({ validate: () => this.#findProblems() });
    Aspects.of(this).add({ visit: (node: IConstruct) => node === this && this.#warn() });
  }

  /**
   * A pre-existing policy with this id. Nothing is read; an `AccessRestriction` that is or may be enforced reads its
   * rules when Terraform runs.
   */
  static fromIpPolicyId(scope: Construct, id: string, ipPolicyId: string): IIpPolicy {
    return new ImportedReference(scope, id, ipPolicyId);
  }

  /**
   * The policy with exactly this description. The plan fails unless there is exactly one. Read with the provider
   * without alias.
   */
  static fromDescription(scope: Construct, id: string, description: string): IIpPolicy {
    return new DataNetingressIpPolicy(scope, id, { description });
  }

  /**
   * Id of the policy.
   *
   * @throws Error if a feed is divided among several policies, because one of them alone would shut out the networks of
   * the others
   */
  get id(): string {
    const { length } = this.#shards;
    if (length === 1) return this.policy.id;
    throw new Error(`The list '${this.node.path}' has ${length} policies, so it has no single id. Use \`policies\`.`);
  }

  /** The policies of the list: one, or as many as its feed is divided among. */
  get policies(): readonly IpPolicy[] {
    return this.#shards.map(({ policy }) => policy);
  }

  /**
   * Allows networks: `allow('203.0.113.0/24', 'Berlin')`, `allow({ name: 'Berlin', cidrs: [...] })`, or
   * `allow(readNetworks('offices.txt'))`. Can be called until synthesis, but with a feed that is divided among policies
   * only before the list is passed to an `AccessRestriction`. Invalid networks are errors at synth.
   *
   * @param networks a network, a list of networks, or named networks; may be tokens, also a list token
   * @param name description of the rules; the name of named networks is used by default
   */
  allow(networks: Networks, name?: string): this {
    return this.#add('allow', networks, name);
  }

  /** Denies networks, although a rule allows them. Has the parameters of `allow()`. */
  deny(networks: Networks, name?: string): this {
    return this.#add('deny', networks, name);
  }

  #add(action: 'allow' | 'deny', networks: Networks, name = ''): this {
    this.#isRendered = false;
    const named = toNamedNetworks(networks, name);
    if ('problem' in named) {
      this.#entries.push({ problem: `${action}: ${named.problem}` });
      return this;
    }
    const { cidrs, metadata, expires } = named;
    const expiry = expires === undefined ? undefined : checkExpiry(expires, named.name, Date.now());
    if (expiry && 'problem' in expiry) this.#entries.push({ problem: `${action}: ${expiry.problem}` });
    else if (expiry) this.#expiry.set(expiry.text, expiry.warning);
    if (expiry?.isLeftOut) return this;
    const details: RuleDetails = {
      ...(named.name !== '' && { description: named.name }),
      ...(metadata !== undefined && { metadata }),
    };
    if (named.feed?.maxRulesPerPolicy !== undefined) {
      const { file, maxRulesPerPolicy, shards } = named.feed;
      const isWhole = !isToken(cidrs) && hasSameItems(cidrs, shards.flat());
      this.#feeds.push({ file, maxRulesPerPolicy, isWhole, shards, rule: { action, ...details } });
      while (this.#shards.length < shards.length) this.#addShard();
    }
    if (isToken(cidrs)) this.#entries.push({ unknown: cidrs, rule: { action, ...details } });
    else for (const cidr of cidrs) this.#entries.push(toEntry(cidr, action, details));
    return this;
  }

  #addShard(): Shard {
    const { description, provider, ...others } = pickPatternProps(this.#props);
    const number = this.#shards.length + 1;
    const end = number === 1 ? '' : `-${number}`;
    const policy = new IpPolicy(this, `policy${end}`, {
      ...others,
      ...(provider && { provider }),
      ...(description !== undefined && { description: number === 1 ? description : `${description} (${number})` }),
    });
    const shard = { policy, rules: new AllowListRules(this, `rules${end}`, policy, provider, () => this.#render()) };
    this.#shards.push(shard);
    return shard;
  }

  get #known(): DescribedRule[] {
    return this.#entries.flatMap((entry) => ('known' in entry ? [entry.known] : []));
  }

  #render(): void {
    if (this.#isRendered) return;
    this.#isRendered = true;
    const [feed] = this.#feeds;
    for (const [index, { rules }] of this.#shards.entries()) {
      // The file decides about each network, so that an update changes no other rule.
      const networks = feed?.shards[index] ?? [];
      if (feed) rules.setEntries(networks.map((network) => ({ networks: network, isKnown: true, rule: feed.rule })));
    }
    if (feed) return;
    const known = aggregateRules(this.#known).map(({ cidr, ...rule }): RuleSetEntry => {
      return { networks: cidr.canonical, isKnown: true, rule };
    });
    const unknown = this.#entries.flatMap((entry): RuleSetEntry[] =>
      'unknown' in entry ? [{ networks: entry.unknown, isKnown: false, rule: entry.rule }] : [],
    );
    this.#shards[0]?.rules.setEntries([...known, ...unknown]);
  }

  #findProblems(): string[] {
    const problems = this.#entries.flatMap((entry) => ('problem' in entry ? [entry.problem] : []));
    if (problems.length > 0) return problems;
    if (this.#entries.length === 0 || this.#mayAllowUnknown()) return this.#findLimitProblems();
    const denyAll = findDenyAllProblem(this.#known);
    return [...(denyAll === undefined ? [] : [denyAll]), ...this.#findLimitProblems()];
  }

  #findLimitProblems(): string[] {
    const [feed] = this.#feeds;
    const limit = this.#props.maxRulesPerPolicy;
    if (!feed) {
      this.#render();
      const rules = this.#shards[0]?.rules.entries ?? [];
      return limit === undefined || rules.length <= limit ? [] : [tooManyRules(rules.length, limit)];
    }
    const fromFeed = feed.shards.reduce((sum, { length }) => sum + length, 0);
    if (this.#entries.length > fromFeed) {
      return [
        `The list has other networks beside the feed ${feed.file}, which is divided among policies that only its updates ` +
          'fill; expected the feed alone. Put the others into a second IpAllowList, and both into `policies`.',
      ];
    }
    if (!feed.isWhole) {
      return [
        `The list has not all networks of the feed ${feed.file}, which is divided among policies that only its updates fill; ` +
          'expected the feed as readNetworks returns it. To leave networks out, add the feed again as another file without ' +
          '`--max-rules-per-policy`, and filter its networks.',
      ];
    }
    const longest = Math.max(...feed.shards.map(({ length }) => length));
    if (limit === undefined || longest <= limit) return [];
    return [
      `maxRulesPerPolicy is ${limit}, but ${feed.file} has up to ${longest} networks in a policy (its maxRulesPerPolicy is ` +
        `${feed.maxRulesPerPolicy}); expected at most ${limit}. No update moves a network: add the feed again as another ` +
        `file with \`netingress feeds add ... --max-rules-per-policy ${limit}\`.`,
    ];
  }

  #warn(): void {
    this.#render();
    if (this.#entries.length === 0) this.#addWarning('empty', 'The list has no rules, so it denies every address.');
    for (const [warning, id] of this.#expiry) this.#addWarning(id, warning);
    for (const [id, warning] of findAllowListWarnings(this.#known)) {
      if (this.#feeds.length > 0 && !FEED_WARNINGS.includes(id)) continue;
      // An allowed network that is a token may make a deny necessary.
      if (id !== 'unneeded_deny' || !this.#mayAllowUnknown()) this.#addWarning(id, warning);
    }
  }

  #addWarning(id: AllowListWarning, warning: string): void {
    if (!this.#suppressed.includes(id)) addAnnotationOnce(this, 'warning', warning);
  }

  #mayAllowUnknown(): boolean {
    return this.#entries.some((entry) => 'unknown' in entry && entry.rule.action === 'allow');
  }
}

/**
 * The warnings of {@link findAllowListWarnings} that a list with a divided feed has. The others are about rules that
 * only the publisher of the feed can change.
 */
const FEED_WARNINGS: readonly AllowListWarning[] = ['open', 'private'];

function hasSameItems(a: readonly string[], b: readonly string[]): boolean {
  const set = new Set(a);
  return set.size === b.length && b.every((item) => set.has(item));
}

function tooManyRules(count: number, limit: number): string {
  // A budget is for each family, and the limit for both together.
  const budget = Math.floor(limit / 2);
  const cover =
    budget === 0 ? '' : `, or cover them by fewer networks with \`--max-rules ${budget}\` (for each of IPv4 and IPv6)`;
  return (
    `The list has ${count.toLocaleString('en')} rules; expected at most maxRulesPerPolicy, ${limit}. For networks that ` +
    `others publish, divide them among policies with \`netingress feeds add URL --max-rules-per-policy ${limit} --out ` +
    `NAME.feed.json\`${cover}, and read the file with readNetworks.`
  );
}

/** An app in plain JavaScript may pass anything. */
function toNamedNetworks(networks: Networks, name: string): NamedNetworks | { readonly problem: string } {
  if (typeof networks === 'string') return { name, cidrs: [networks] };
  if (Array.isArray(networks)) return { name, cidrs: networks as readonly string[] };
  if (!isPlainObject(networks)) {
    const forms = 'a network in CIDR notation, a list of them, or an object { name, cidrs }';
    return { problem: `is ${describeType(networks)}; expected ${forms}` };
  }
  const named = networks as NamedNetworks;
  if (!Array.isArray(named.cidrs) && !isToken(named.cidrs)) {
    return { problem: `cidrs is ${describeType(named.cidrs)}; expected a list of networks in CIDR notation` };
  }
  return name === '' ? named : { ...named, name };
}

function toEntry(network: unknown, action: 'allow' | 'deny', details: RuleDetails): Entry {
  if (typeof network !== 'string') {
    return { problem: `${action}: a network is ${describeType(network)}; expected a string in CIDR notation` };
  }
  if (!isResolvedString(network)) return { unknown: network, rule: { action, ...details } };
  const cidr = parseCidr(network);
  if ('problem' in cidr) return { problem: `${action}: '${network}' ${cidr.problem}; expected ${cidr.expected}` };
  return { known: { cidr, action, ...details } };
}
