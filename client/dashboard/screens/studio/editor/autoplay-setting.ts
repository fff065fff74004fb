import { useCallback, useState } from 'react';

const key = 'studio-hear-at-once';

/** Whether what is generated is heard as soon as its first sentence is voiced; this browser remembers it. */
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
