/** The number that clients of old know a thing by, from its global ID; of none null. */
export const numberOf = (globalId: string | null): number | null =>
  globalId === null ? null : Number(Buffer.from(globalId, 'base64').toString().split(':')[1]);
