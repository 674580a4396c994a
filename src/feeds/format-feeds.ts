import { formatCount } from '../model/text';
import type { Item, Section, Summary, Tone } from '../report/section';
import type { JsonObject } from '../values/json';
import type { FeedResult } from './refresh-feed';

export function summarizeFeeds(results: readonly FeedResult[]): Summary {
  const tone = results.some(({ status }) => status === 'refused' || status === 'failed')
    ? 'bad'
    : results.some(({ status }) => status === 'not_read')
      ? 'undecided'
      : 'good';
  const counts = (['failed', 'refused', 'not_read', 'added', 'changed', 'unchanged'] as const).flatMap((status) => {
    const { length } = results.filter((result) => result.status === status);
    return length === 0 ? [] : [`${length.toLocaleString('en')} ${status === 'not_read' ? 'not read' : status}`];
  });
  return {
    title: 'Feeds of networks',
    result: `${formatCount(results.length, 'feed')}: ${counts.join(', ')}.`,
    tone,
    sections: [...results].sort((a, b) => ORDER[a.status] - ORDER[b.status]).map(toSection),
  };
}

const ORDER: Readonly<Record<FeedResult['status'], number>> = {
  failed: 0,
  refused: 1,
  not_read: 2,
  added: 3,
  changed: 4,
  unchanged: 5,
};

function toSection(result: FeedResult): Section {
  const { file, status } = result;
  if ('reason' in result) {
    const verb = result.status === 'not_read' ? 'not read' : result.status;
    const item = {
      line: result.reason,
      tone: status === 'not_read' ? 'undecided' : 'bad',
    } as const;
    return { id: 'feed', heading: `${file}: ${verb}`, items: [item] };
  }
  const { added, removed, postponed, networkCount, shardCount, newShardCount, price } = result.update;
  const policies = shardCount > 1 || newShardCount > 0 ? ` in ${formatCount(shardCount, 'policy')}` : '';
  const total = `${formatCount(networkCount, 'network')}${policies}`;
  const item = (tone: Tone, line: string): Item => ({ tone, line });
  if (status === 'added') {
    // The networks of a new file are not listed: all of them are added, and the file has them.
    const items = [item('added', total), ...price.map((line) => item('attention', line))];
    return { id: 'feed', heading: `${file}: added`, items };
  }
  return {
    id: 'feed',
    heading: `${file}: ${status === 'unchanged' ? `unchanged, ${total}` : `${total}; ${added.length.toLocaleString('en')} added, ${removed.length.toLocaleString('en')} removed`}`,
    items: [
      ...price.map((line) => item('attention', line)),
      ...removed.map((network) => item('removed', `- ${network}`)),
      ...postponed.map((network) =>
        item('attention', `${network} stays until the next update, because its replacement is in another policy`),
      ),
      ...added.map(({ network, shard }) =>
        item('added', `+ ${network}${shardCount > 1 ? ` (policy ${shard + 1})` : ''}`),
      ),
    ],
  };
}

export function feedsToJson(results: readonly FeedResult[]): JsonObject[] {
  return results.map((result) => {
    if ('reason' in result) return { file: result.file, status: result.status, reason: result.reason };
    const { added, removed, postponed, networkCount, shardCount, newShardCount, price } = result.update;
    return {
      file: result.file,
      status: result.status,
      networks: networkCount,
      policies: shardCount,
      new_policies: newShardCount,
      added: added.map(({ network, shard }) => ({ network, policy: shard + 1 })),
      removed,
      postponed,
      price,
    };
  });
}
