import { createContext, use } from 'react';

/** For how many days what is deleted can be restored; 0: not at all. The server's own by default. */
export const RestorableDaysContext = createContext(7);

export const useRestorableDays = (): number => use(RestorableDaysContext);
