import type { RightsChange } from '../lib/database/pubsub.ts';
import type { Actor } from './actor.ts';

/**
 * Whether a change of rights may have taken something from an actor, by who he is. (Projects' changes concern
 * those who watch the project.)
 */
export function concernsActor({ of, id }: RightsChange, actor: Actor): boolean {
  if (of === 'all') return true;
  switch (actor.kind) {
    case 'user':
      return (of === 'user' && Number(id) === actor.userId) || (of === 'session' && id === actor.sessionId);
    case 'partner':
      return of === 'partner' && Number(id) === actor.tokenId;
    case 'key':
      return of === 'key' && Number(id) === actor.sourceId;
    default:
      return false;
  }
}
