import { useConnection } from './connection.ts';

/** A line that moves while requests are under way. By itself: what stands around it has no part in that. */
export function BusyLine({ className }: { className: string | undefined }) {
  const busy = useConnection(({ pending }) => pending > 0);
  return <div className={className} data-busy={busy || undefined} aria-hidden="true" />;
}
