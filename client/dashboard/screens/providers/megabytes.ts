/** Bytes in whole megabytes, at least one. */
export const megabytesOf = (bytes: number): number => Math.max(1, Math.round(bytes / 1e6));
