/**
 * Stands in the dashboard's build for what Relay's store keeps of resolvers: fields that a program computes
 * in the browser. The dashboard has none, and the cache for them would be the fourth largest part of the
 * library.
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
