import { useConnection } from './connection.ts';

/**
 * Shows a moving line while requests are in flight. A separate component, so that the components around it
 * don't rerender.
 */
export function BusyLine({ className }: { className: string | undefined }) {
  const busy = useConnection(({ pending }) => pending > 0);
  return <div className={className} data-busy={busy || undefined} aria-hidden="true" />;
}
