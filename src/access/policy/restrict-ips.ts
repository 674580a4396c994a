/** The action `restrict-ips`: the addresses that it admits. */
import { type Cidr, parseCidr, parseIp } from '../../model/ip/cidr';
import { isUnknown, type Known, type KnownJson, type KnownObject, Unknown } from '../../model/known';
import { type AddressNetwork, ALWAYS, type Diagram, NEVER } from '../diagram';
import { buildPolicies, listRulesOf } from '../ip-policy';
import { evaluateTree } from './conditions/evaluate';
import { type Alternative, symbolsOf } from './conditions/symbols';
import { listIdentifiers, type Tree, textOf } from './conditions/tree';
import { readList, TextWithUnknown } from './document';
import { isLiteral, resolveValue } from './template';
import type { Walk } from './walk';

export interface AddressRestriction {
  readonly admits: Diagram;
  readonly explain: (network: AddressNetwork) => string;
}

interface Element {
  readonly action: 'allow' | 'deny';
  /** One text for each network. */
  readonly texts: () => readonly string[];
  readonly matches: Diagram;
}

/** `enforce` unknown: the refused ones may be admitted as well. */
export function buildRestriction(walk: Walk, config: Known<KnownObject>): AddressRestriction {
  const { space, facts } = walk.evaluation;
  const { diagrams } = space;
  if (isUnknown(config))
    return { admits: space.fact(config, 'admits the address'), explain: () => `config unknown: ${config.why}` };
  const elements = (['allow', 'deny'] as const).flatMap((action) => listElements(walk, config[action], action));
  const ids = readIds(config['ip_policies']);
  const policies = isUnknown(ids)
    ? { allows: space.fact(ids, 'allows the address'), denies: space.fact(ids, 'denies the address') }
    : buildPolicies(space, facts, ids);
  const listed = (action: Element['action']): Diagram =>
    diagrams.any(elements.filter((element) => element.action === action).map(({ matches }) => matches));
  const allows = diagrams.or(listed('allow'), policies.allows);
  const denies = diagrams.or(listed('deny'), policies.denies);
  const admits = diagrams.and(allows, diagrams.not(denies));
  return {
    admits: diagrams.or(admits, diagrams.not(buildEnforced(walk, config['enforce']))),
    explain: (network) => explainAddress(walk, elements, isUnknown(ids) ? [] : ids, network),
  };
}

/** Whether a refusal ends the request. Without the member it does. */
export function buildEnforced({ evaluation: { space } }: Walk, enforce: KnownJson | undefined): Diagram {
  if (enforce === undefined || enforce === null || enforce === true) return ALWAYS;
  if (enforce === false) return NEVER;
  return space.fact(isUnknown(enforce) ? enforce : new Unknown(`enforce is ${JSON.stringify(enforce)}`), 'is true');
}

function readIds(json: KnownJson | undefined): Known<readonly Known<string>[]> {
  const list = readList(json, 'ip_policies');
  if (isUnknown(list)) return list;
  return list.map((id) => (isUnknown(id) || typeof id === 'string' ? id : new Unknown('an IP policy is not a string')));
}

function listElements(walk: Walk, json: KnownJson | undefined, action: Element['action']): readonly Element[] {
  const { space } = walk.evaluation;
  const list = readList(json, action);
  if (isUnknown(list)) return [{ action, texts: () => ['unknown'], matches: space.fact(list, 'contains the address') }];
  const literals = list.flatMap((item) => {
    const cidr = typeof item === 'string' && isLiteral(item) ? parseCidr(item) : undefined;
    return cidr && !('problem' in cidr) ? [cidr] : [];
  });
  const others = list.filter((item) => typeof item !== 'string' || !isLiteral(item) || 'problem' in parseCidr(item));
  return [
    ...(literals.length === 0 ? [] : [buildLiterals(walk, literals, action)]),
    ...others.map((item): Element => ({ action, texts: () => [textOfItem(item)], matches: buildElement(walk, item) })),
  ];
}

/** All literal networks at once: a list may have thousands. */
function buildLiterals(walk: Walk, networks: readonly Cidr[], action: Element['action']): Element {
  const matches = walk.evaluation.space.diagrams.networks(networks);
  return { action, texts: () => networks.map(({ canonical }) => canonical), matches };
}

function buildElement(walk: Walk, item: KnownJson): Diagram {
  const { space } = walk.evaluation;
  const { diagrams } = space;
  if (isUnknown(item) && !(item instanceof TextWithUnknown)) return space.fact(item, 'contains the address');
  const alternatives: readonly Alternative[] = resolveValue(walk.scope, item, walk.running);
  return diagrams.any(alternatives.map(({ when, tree }) => diagrams.and(when, buildNetwork(walk, tree))));
}

function buildNetwork(walk: Walk, tree: Tree): Diagram {
  const { space } = walk.evaluation;
  const found = listIdentifiers(tree).length === 0 ? evaluateTree(tree, () => undefined) : undefined;
  if (typeof found === 'object') {
    const cidr = parseCidr(String(found.value));
    if (!('problem' in cidr)) return space.diagrams.networks([cidr]);
    return space.fact(new Unknown(`the network '${String(found.value)}' ${cidr.problem}`), 'contains the address');
  }
  const symbols = symbolsOf(space);
  const text = `${textOf(tree)} contains the address`;
  const paths = listIdentifiers(tree);
  return space.define(text, {
    kind: paths.length > 0 && paths.every(symbols.isFact) ? 'fact' : 'condition',
    text: symbols.describe(text),
    evaluate(request) {
      const network = symbols.evaluate(tree, request);
      const cidr = typeof network === 'object' ? parseCidr(String(network.value)) : undefined;
      if (!cidr || 'problem' in cidr || request.clientIp === undefined) return undefined;
      return symbols.decide(space.diagrams.networks([cidr]), request);
    },
  });
}

/** `deny 192.0.2.0/25`, for one network that no literal splits. */
function explainAddress(
  walk: Walk,
  elements: readonly Element[],
  ids: readonly Known<string>[],
  network: AddressNetwork,
): string {
  const { space, facts } = walk.evaluation;
  const matches = (diagram: Diagram): boolean => {
    const at = space.diagrams.atNetwork(diagram, network);
    return at !== undefined && at !== NEVER;
  };
  const named = elements
    .filter((element) => matches(element.matches))
    .flatMap(({ action, texts }) =>
      texts()
        .filter((text) => containsNetwork(space, text, network))
        .map((text) => ({ action, text })),
    );
  const ofPolicies = ids.flatMap((id) =>
    isUnknown(id)
      ? []
      : listRulesOf(facts, id).flatMap((rule) =>
          !isUnknown(rule.network) && !isUnknown(rule.action) && matches(space.diagrams.networks([rule.network]))
            ? [{ action: rule.action, text: rule.network.canonical }]
            : [],
        ),
  );
  const found = [...named, ...ofPolicies];
  const denying = found.filter(({ action }) => action === 'deny');
  const decisive = denying.length > 0 ? denying : found;
  return decisive.map(({ action, text }) => `${action} ${text}`).join(', ') || 'no network allows it';
}

function textOfItem(item: KnownJson): string {
  return isUnknown(item) ? `unknown: ${item.why}` : String(item);
}

/** Texts that are no literal network are named wherever their element matches. */
function containsNetwork(space: Walk['evaluation']['space'], text: string, network: AddressNetwork): boolean {
  const cidr = parseIp(text.split('/')[0] ?? '') ? parseCidr(text) : undefined;
  if (!cidr || 'problem' in cidr) return true;
  const at = space.diagrams.atNetwork(space.diagrams.networks([cidr]), network);
  return at !== undefined && at !== NEVER;
}
