import { createContext, use } from 'react';

/** Where the demo's pages are; null: the server has none. */
export const DemoPathContext = createContext<string | null>(null);

export const useDemoPath = (): string | null => use(DemoPathContext);
