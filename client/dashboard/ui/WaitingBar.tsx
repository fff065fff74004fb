import { Bar } from './lists/Skeletons.tsx';

/** Loading placeholder for content of the same height (px). */
export function WaitingBar({ label, height }: { label: string; height: number }) {
  return (
    <div role="status" aria-label={label}>
      <Bar height={height} />
    </div>
  );
}
