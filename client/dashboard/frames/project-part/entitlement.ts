/** Whether somebody has a feature, or none is asked for. */
export const isEntitled = (entitlements: readonly string[], feature: string | null | undefined): boolean =>
  !feature || entitlements.includes(feature);
