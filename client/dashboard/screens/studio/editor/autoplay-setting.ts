import { useCallback, useState } from 'react';

const key = 'studio-hear-at-once';

/** Returns whether audio plays as soon as its first sentence is generated. Stored in this browser. */
export function useAutoplaySetting(): [boolean, (atOnce: boolean) => void] {
  const [atOnce, setAtOnce] = useState(() => {
    try {
      return localStorage.getItem(key) !== 'no';
    } catch {
      return true;
    }
  });
  const change = useCallback((wanted: boolean) => {
    setAtOnce(wanted);
    try {
      localStorage.setItem(key, wanted ? 'yes' : 'no');
    } catch {
      // It then lasts until the page is closed.
    }
  }, []);
  return [atOnce, change];
}
