import { createContext, use } from 'react';
import type { StudioShell_studio$data } from '../../__generated__/StudioShell_studio.graphql.ts';

/** Data that every screen of the studio has: the user and the balance. */
export interface StudioContextValue {
  /** Global id of the person. */
  person: string;
  studio: StudioShell_studio$data;
}

export const StudioContext = createContext<StudioContextValue | null>(null);

export function useStudio(): StudioContextValue {
  const surroundings = use(StudioContext);
  if (!surroundings) throw new Error('Only within the studio there is one.');
  return surroundings;
}
