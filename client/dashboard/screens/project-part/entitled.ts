/** Features are written with hyphens where they are declared, and with underscores in GraphQL. */
export const isEntitled = (entitlements: readonly string[], feature: string | null | undefined): boolean =>
  !feature || entitlements.includes(feature.replaceAll('-', '_'));
