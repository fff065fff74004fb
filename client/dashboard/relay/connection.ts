import { useSyncExternalStore } from 'react';

/** What the dashboard knows of its way to the server. */
export interface ConnectionState {
  /** The last request reached the server, and the browser says that there is a network. */
  online: boolean;
  /** Events arrive over the socket; while they do not, screens poll. */
  live: boolean;
  /** Requests that are under way. */
  pending: number;
}

let state: ConnectionState = { online: true, live: false, pending: 0 };
const listeners = new Set<() => void>();
let probe: ReturnType<typeof setTimeout> | undefined;
const probeInterval = 3000;

export function connectionState(): ConnectionState {
  return state;
}

export function subscribeToConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function changeConnection(change: Partial<ConnectionState>): void {
  const next = { ...state, ...change };
  if (next.online === state.online && next.live === state.live && next.pending === state.pending) return;
  state = next;
  for (const listener of listeners) listener();
}

/** Reports that a request did not reach the server, and polls until it responds again. */
export function reportUnreachable(): void {
  changeConnection({ online: false });
  clearTimeout(probe);
  probe = setTimeout(async () => {
    const reached = await fetch('/healthz', { cache: 'no-store' }).then(
      () => true,
      () => false,
    );
    if (reached) changeConnection({ online: true });
    else reportUnreachable();
  }, probeInterval);
}

/** Follows the browser's own notion of being online. Called once, from main. */
export function watchBrowserConnection(): void {
  addEventListener('offline', reportUnreachable);
  addEventListener('online', () => {
    clearTimeout(probe);
    changeConnection({ online: true });
  });
}

/**
 * Selects a part of the connection's state. Requests start and end all the time: a component that selects
 * less than their number is not rerendered for each, and a screen that is being rendered is not restarted.
 */
export function useConnection<Asked extends boolean | number>(
  asked: (state: ConnectionState) => Asked,
): Asked {
  return useSyncExternalStore(subscribeToConnection, () => asked(state));
}
