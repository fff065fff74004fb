import { Bar } from './lists/Skeletons.tsx';

/** Stands where something of that height (px) will, and says that it is on its way. */
export function WaitingBar({ label, height }: { label: string; height: number }) {
  return (
    <div role="status" aria-label={label}>
      <Bar height={height} />
    </div>
  );
}
