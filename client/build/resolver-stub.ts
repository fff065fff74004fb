/**
 * Replaces the resolver cache of Relay's store in the dashboard's build. Resolvers are fields computed in the
 * browser. The dashboard has none, and their cache would be the fourth largest part of the library.
 */
export class LiveResolverCache {
  batchLiveStateUpdates = (callback: () => void): void => callback();
  batchLiveStateUpdatesWithoutNotify(callback: () => void): boolean {
    callback();
    return false;
  }
  invalidateDataIDs(): void {}
  invalidateResolverRecords(): void {}
  unsubscribeFromLiveResolverRecords(): void {}
  notifyUpdatedSubscribers(): void {}
}

export const RELAY_RESOLVER_LIVE_STATE_SUBSCRIPTION_KEY = '__resolverLiveStateSubscription';
export const getUpdatedDataIDs = <Ids>(ids: Ids): Ids => ids;
