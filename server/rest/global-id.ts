/** Returns the number by which older clients identify an object, from its global ID; null for null. */
export const numberOf = (globalId: string | null): number | null =>
  globalId === null ? null : Number(Buffer.from(globalId, 'base64').toString().split(':')[1]);
