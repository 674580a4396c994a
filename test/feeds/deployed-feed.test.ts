/** Random updates of a feed, applied by the real Terraform to an emulator with a limit, whose events are replayed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AccessRestriction, IpAllowList, readNetworks } from '../../src';
import { DEFAULT_GUARDS, type FeedFile, formatFeedFile, parseFeedFile } from '../../src/feeds/feed-file';
import { type UpdatedFeed, updateFeed } from '../../src/feeds/update-feed';
import { type AddressRange, mergeRanges, subtractRanges, toRange } from '../../src/model/ip/address-set';
import type { JsonObject } from '../../src/values/json';
import { campaignSize, picker } from '../fuzz';
import { cidr } from '../support/cidr';
import { type Deployment, openDeployment } from '../support/constructs/deployment';
import { newFolder, removeFolders, render, stackWith } from '../support/constructs/synth';

jest.setTimeout(1_200_000);

const LIMIT = 12;
const CHANGES_PER_UPDATE = 25;

let deployment: Deployment;
let file: string;

beforeAll(async () => {
  deployment = await openDeployment({ limits: { 'ip_policy_rule.per_policy': LIMIT } });
});
afterAll(async () => {
  await deployment.close();
  removeFolders();
});

const ranges = (networks: Iterable<string>): AddressRange[] =>
  mergeRanges([...networks].map((network) => toRange(cidr(network))));

function update(before: FeedFile | undefined, networks: readonly string[]): UpdatedFeed & { readonly feed: FeedFile } {
  const url = 'https://feeds.example.com/networks';
  const guards = { ...DEFAULT_GUARDS, maxShrink: 1, maxGrowth: 100 };
  const settings = { source: url, parts: [], maxRulesPerPolicy: LIMIT, guards };
  const result = updateFeed(settings, before, [{ url, bytes: Buffer.from(JSON.stringify(networks)) }], new Date());
  if (result.file) writeFileSync(file, formatFeedFile(result.file));
  const feed = parseFeedFile(formatFeedFile(result.file ?? (before as FeedFile)));
  if ('problem' in feed) throw new Error(feed.problem);
  return { ...result, feed };
}

async function deploy(): Promise<void> {
  const stack = stackWith();
  const list = new IpAllowList(stack, 'cdn', { description: 'CDN', allow: [readNetworks(file)] });
  new AccessRestriction(stack, 'api', { restricts: 'api', policies: [list], enforced: true });
  await deployment.deploy(render(stack));
}

/**
 * Repeats the writes of Terraform from the events of the emulator: which rules exist, and which policies the
 * restriction names.
 */
class Replay {
  readonly #rules = new Map<string, { readonly policy: string; readonly cidr: string }>();
  #policies: readonly string[] = [];
  #seen = '';

  /**
   * Repeats the events since the last call. After each of a rule or the restriction, calls `check` with the addresses
   * that the restriction then admits. Returns the number of events of rules.
   */
  advance(check: (admitted: readonly AddressRange[]) => void): number {
    const events = deployment.emulator
      .events()
      .filter(({ event_id: id }) => id > this.#seen)
      .sort((a, b) => (a.event_id < b.event_id ? -1 : 1));
    let writes = 0;
    for (const { event_id: id, event_type: type, object } of events) {
      this.#seen = id;
      const name = type.replace(/\.v\d+$/, '');
      if (/^ip_policy_rule_/.test(name)) {
        writes += 1;
        this.#changeRule(name, object);
      } else if (/^ip_restriction_(created|updated)$/.test(name)) {
        this.#policies = (object['ip_policies'] as readonly { readonly id: string }[]).map((each) => each.id);
      } else continue;
      const named = [...this.#rules.values()].filter(({ policy }) => this.#policies.includes(policy));
      check(ranges(named.map((each) => each.cidr)));
    }
    return writes;
  }

  #changeRule(name: string, object: JsonObject): void {
    if (name.endsWith('_deleted')) return void this.#rules.delete(String(object['id']));
    const policy = (object['ip_policy'] as { readonly id: string }).id;
    this.#rules.set(String(object['id']), { policy, cidr: String(object['cidr']) });
  }
}

function randomNetwork(pick: (bound: number) => number): string {
  const bits = pick(4) === 0 ? 2 + pick(4) : pick(2);
  const start = (pick(1024) >> bits) << bits;
  return `44.0.${start >> 8}.${start & 255}/${32 - bits}`;
}

test('changes of a feed change as many rules; meanwhile no address of both lists is shut out, and none of neither is admitted', async () => {
  file = join(newFolder(), 'cdn.feed.json');
  const pick = picker(11);
  const wanted = new Set<string>();
  while (wanted.size < 60) wanted.add(randomNetwork(pick));
  const replay = new Replay();
  let { feed } = update(undefined, [...wanted]);
  await deploy();
  replay.advance(() => undefined);
  let [changes, moments, postponed] = [0, 0, 0];
  const target = campaignSize(50, 1000);
  while (changes < target) {
    const old = ranges(feed.shards.flat());
    for (let n = 0; n < CHANGES_PER_UPDATE; n++) {
      const present = [...wanted];
      if (pick(2) === 0 && present.length > 40) wanted.delete(present[pick(present.length)] as string);
      else wanted.add(randomNetwork(pick));
    }
    const result = update(feed, [...wanted]);
    feed = result.feed;
    const current = ranges(feed.shards.flat());
    const both = subtractRanges(old, subtractRanges(old, current));
    await deploy();
    const writes = replay.advance((admitted) => {
      moments += 1;
      expect(subtractRanges(both, admitted)).toEqual([]);
      expect(subtractRanges(admitted, [...old, ...current])).toEqual([]);
    });
    expect(writes).toBe(result.added.length + result.removed.length);
    changes += writes;
    postponed += result.postponed.length;
  }
  expect(moments).toBeGreaterThanOrEqual(target);
  expect(postponed).toBeGreaterThan(0);
  const live = deployment.emulator.objects('ip_policy_rule').map((rule) => String(rule['cidr']));
  expect(new Set(live)).toEqual(new Set(feed.shards.flat()));
  expect(await deployment.plan()).toEqual({});
});
