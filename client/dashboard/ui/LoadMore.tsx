import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';

/** Records of a log are shown so many at a time (specification, section 9). */
const step = 15;

export function LoadMore<T>({ items, empty, children }: { items: readonly T[]; empty: string; children: (shown: readonly T[]) => ReactNode }) {
  const [count, setCount] = useState(step);
  if (items.length === 0) return <p>{empty}</p>;
  return (
    <>
      {children(items.slice(0, count))}
      {items.length > count && <Button variant="default" size="xs" onClick={() => setCount(count + step)} style={{ justifySelf: 'start' }}>Load More</Button>}
    </>
  );
}
