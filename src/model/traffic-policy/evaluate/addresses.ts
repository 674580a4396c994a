/**
 * Which addresses an endpoint admits: all of them, not samples. The decision depends on the address only by the networks
 * that the policies name, so one address of each segment between their ends decides for the whole segment.
 */
import {
  type AddressRange,
  ALL_ADDRESSES,
  compareRanges,
  findOverlapping,
  mergeRanges,
  rangesToCidrs,
  toRange,
} from '../../ip/address-set';
import { parseCidr } from '../../ip/cidr';
import { listReservedRanges } from '../../ip/non-public-networks';
import { type PolicyRule, rangesByAction } from '../../ip/policy';
import { isPlainObject, type Json } from '../../json';
import { parsePolicyText } from '../parse';
import { type AccessObjects, type EndpointAccess, evaluateAccess } from './access';

/** Addresses with the same decision for the same reason. */
export interface DecidedAddresses {
  readonly ranges: readonly AddressRange[];
  readonly access: EndpointAccess;
}

/**
 * Evaluates the access to the endpoint with the URL for every address. Undefined if a policy uses the address in a way that
 * networks do not describe, such as a comparison of its text.
 */
export function evaluateAllAddresses(objects: AccessObjects, url: string): readonly DecidedAddresses[] | undefined {
  const documents = listReachableTexts(objects, url).map(parsePolicyText);
  if (documents.some((parsed) => 'document' in parsed && hasComputedNetwork(parsed.document))) return undefined;
  const texts = documents.map((parsed) => ('document' in parsed ? listStrings(parsed.document).join('\n') : ''));
  if (texts.some(hasOtherUseOfAddress)) return undefined;
  const rules = new Map<string, readonly PolicyRule[]>();
  for (const id of texts.flatMap((text) => text.match(POLICY_ID) ?? [])) {
    const found = objects.ipPolicy(id);
    if (found) rules.set(id, found);
  }
  const sets = [
    ...texts.flatMap(listNetworks).map((range) => [range]),
    ...[...rules.values()].flatMap((list) =>
      (['allow', 'deny'] as const).map((action) => mergeRanges(rangesByAction(list, action))),
    ),
  ];
  const groups = new Map<string, { ranges: AddressRange[]; access: EndpointAccess }>();
  for (const segment of splitSegments(sets.flat())) {
    const key = sets.map((set) => (findOverlapping(set, segment).length > 0 ? '1' : '0')).join('') + segment.family;
    const group = groups.get(key);
    if (group) group.ranges.push(segment);
    else
      groups.set(key, {
        ranges: [segment],
        access: evaluateAccess(withMatching(objects, rules, segment), url, { clientIp: formatFirst(segment) }),
      });
  }
  return [...groups.values()].map(({ ranges, access }) => ({ ranges: mergeRanges(ranges), access }));
}

const POLICY_ID = /\bipp_[0-9A-Za-z]+\b/g;

/** The policy of the endpoint and those of the endpoints that the policies name. */
function listReachableTexts({ endpoints }: AccessObjects, url: string): string[] {
  const found = new Set<string>();
  const visit = (endpoint: AccessObjects['endpoints'][number]): void => {
    const { policy } = endpoint;
    if (policy === undefined || found.has(policy)) return;
    found.add(policy);
    if (!policy.includes('forward-internal')) return;
    // The URL of a target may be computed, so every internal endpoint can be one.
    for (const other of endpoints) if (other.url.includes('.internal')) visit(other);
  };
  for (const endpoint of endpoints) if (endpoint.url === url) visit(endpoint);
  return [...found];
}

/** All strings of a policy, without those that never decide about access. */
function listStrings(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return (value as Json[]).flatMap(listStrings);
  if (!isPlainObject(value)) return [];
  const { config, ...members } = value;
  // The key of a rate limit only counts requests.
  const { bucket_key: _, ...counted } = isPlainObject(config) ? config : {};
  const inspected = value['type'] === 'rate-limit' ? counted : (config ?? null);
  return [...Object.values(members), inspected].flatMap((member) => listStrings(member ?? null));
}

/** Without escape sequences, and not a part of a computed string. */
const LITERAL = String.raw`(?<!\+\s*)(?:'[^'\\]*'|"[^"\\]*")(?!\s*[+.[])`;
const LIST = String.raw`\[\s*(?:${LITERAL}\s*,?\s*)*\](?!\s*[+.[])`;
const ADDRESS = String.raw`(?<!\+\s*)conn\.client_ip`;

/** Uses of the address whose result depends on networks that the text contains. */
const PLAIN_USES = new RegExp(
  [
    String.raw`inCidrRange\(\s*${ADDRESS}\s*,\s*${LITERAL}\s*\)`,
    String.raw`inCidrRanges\(\s*${ADDRESS}\s*,\s*${LIST}\s*\)`,
    String.raw`${ADDRESS}\s*[!=]=\s*${LITERAL}`,
    String.raw`${LITERAL}\s*[!=]=\s*${ADDRESS}(?![\w.]|\s*\+)`,
    String.raw`${ADDRESS}\s+in\s+${LIST}`,
    String.raw`${ADDRESS}\.(?:isPrivateIp\(\)|geo\b|is_[\w.]+)`,
  ].join('|'),
  'g',
);

function hasOtherUseOfAddress(text: string): boolean {
  const plain = text.replace(PLAIN_USES, '');
  // Only `set-vars` could compare the rendered address later.
  const rest = text.includes('set-vars') ? plain : plain.replace(/\$\{\s*conn\.client_ip\s*\}/g, '');
  return rest.includes('client_ip');
}

/** Whether `restrict-ips` has a network with an expression. */
function hasComputedNetwork(value: Json): boolean {
  if (Array.isArray(value)) return (value as Json[]).some(hasComputedNetwork);
  if (!isPlainObject(value)) return false;
  const { type, config } = value;
  if (type === 'restrict-ips' && isPlainObject(config)) {
    return JSON.stringify([config['allow'], config['deny'], config['ip_policies']]).includes('${');
  }
  return Object.values(value).some((member) => member !== undefined && hasComputedNetwork(member));
}

/** Networks and addresses that the text contains, as far as they can be one. */
function listNetworks(text: string): AddressRange[] {
  const named = (text.match(/[0-9a-fA-F:.]*[:.][0-9a-fA-F:.]+(?:\/\d+)?/g) ?? []).flatMap((token) => {
    const cidr = parseCidr(token);
    return 'problem' in cidr ? [] : [toRange(cidr)];
  });
  return text.includes('isPrivateIp') ? [...named, ...listReservedRanges('RFC 1918')] : named;
}

/** Splits all addresses at the ends of the ranges. */
function splitSegments(ranges: readonly AddressRange[]): AddressRange[] {
  return ALL_ADDRESSES.flatMap(({ family, first, last }) => {
    const starts = new Set([first]);
    for (const range of ranges) {
      if (range.family !== family) continue;
      starts.add(range.first);
      if (range.last < last) starts.add(range.last + 1n);
    }
    const sorted = [...starts].sort((a, b) => (a < b ? -1 : 1));
    return sorted.map((start, index) => ({ family, first: start, last: (sorted[index + 1] ?? last + 1n) - 1n }));
  }).sort(compareRanges);
}

/** IP policies with only the rules that match the segment. */
function withMatching(
  objects: AccessObjects,
  rules: ReadonlyMap<string, readonly PolicyRule[]>,
  segment: AddressRange,
): AccessObjects {
  const matches = ({ cidr }: PolicyRule): boolean => findOverlapping([toRange(cidr)], segment).length > 0;
  return { ...objects, ipPolicy: (id) => rules.get(id)?.filter(matches) ?? objects.ipPolicy(id) };
}

function formatFirst({ family, first }: AddressRange): string {
  return rangesToCidrs([{ family, first, last: first }])[0]?.replace(/\/\d+$/, '') ?? '';
}
