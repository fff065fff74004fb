import { useEffect, useState } from 'react';

const minute = 60_000;

/** The present moment, anew each minute, for what is told by how long ago it was. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute);
    return () => clearInterval(timer);
  }, []);
  return now;
}
