/** Returns whether the user has a feature, or no feature is required. */
export const isEntitled = (entitlements: readonly string[], feature: string | null | undefined): boolean =>
  !feature || entitlements.includes(feature);
