import { EVENT_TYPES } from '../../../model/events/event-types';
import { didYouMean } from '../../../model/text';
import { type EventQuery, type FollowOptions, follow, type MatchedEvent } from '../../events/follow';
import { Refusal } from '../state/refusal';
import type { ReadContext } from '../state/request-context';
import { advanceToNow, hasScheduledChanges } from './changes';

export function followEvents(
  getContext: () => ReadContext,
  query: EventQuery,
  options: FollowOptions,
): AsyncGenerator<MatchedEvent> {
  return follow(
    () => {
      const context = getContext();
      return {
        logs: context.account,
        watchers: context.state.watchers,
        hasScheduledChanges: () => hasScheduledChanges(context.account),
        advanceToNow: () => advanceToNow(context),
      };
    },
    query,
    options,
  );
}

export function checkEventQuery({ type }: EventQuery): void {
  if (type === undefined || EVENT_TYPES.includes(type)) return;
  throw new Refusal(400, undefined, `Event type '${type}' does not exist${didYouMean(type, EVENT_TYPES) || '.'}`);
}
