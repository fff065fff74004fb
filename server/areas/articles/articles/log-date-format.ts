/** A moment as the log of changes shows it, to the millisecond that is stored; empty: there is none. */
export const dateInLog = (date: Date | null): string =>
  date === null
    ? ''
    : `${date
        .toISOString()
        .replace('T', ' ')
        .replace(/(:00)?\.000Z$|Z$/, '')} UTC`;
