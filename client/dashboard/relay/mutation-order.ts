import { arrangeMutations } from './environment.ts';

/** Of each mutation, by its name, what settles with the last that was made. */
const last = new Map<string, Promise<unknown>>();

/** Mutations that try, fetch or play something change nothing, take long, and run several at a time. */
const changesNothing = /Hear|Preview|SourcePage|Poll/;

/** Milliseconds that one waits for the former: a connection may be dead and not know it. */
const patience = 20_000;

/** Settles when what still waits must go out now, or never. */
let left = Promise.withResolvers<void>();

/** Sends what still waits: the page is left, or the person signs out, whose cookie alone may carry it. */
export function sendWaiting(): void {
  left.resolve();
  left = Promise.withResolvers();
}
addEventListener('pagehide', sendWaiting);

const patienceOver = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, patience));

/**
 * Sends mutations of one name one after another, in the order in which they were made. Otherwise two moves of
 * a rule, sent on two connections, could arrive in the wrong order.
 * @param send called when the previous mutation has settled, whatever its outcome
 */
function inTurn<T>(name: string, send: () => Promise<T>): Promise<T> {
  if (changesNothing.test(name)) return send();
  const former = last.get(name);
  const sent = former ? Promise.race([former, left.promise, patienceOver()]).then(send) : send();
  const settled = sent
    .catch(() => {})
    .then(() => {
      if (last.get(name) === settled) last.delete(name);
    });
  last.set(name, settled);
  return sent;
}

// Browsers limit a page's `keepalive` requests to 64 KiB in total, and beacons may need some of that. A
// refusal can't be distinguished from a network failure.
const mostKept = 32 * 1024;
let kept = 0;

/**
 * Has the browser finish a request although the page is left, if its body is small enough, so that a change
 * made right before is not lost.
 */
async function keptAlive<T>(body: string, send: (keepalive: boolean) => Promise<T>): Promise<T> {
  const size = new Blob([body]).size;
  if (kept + size > mostKept) return send(false);
  kept += size;
  try {
    return await send(true);
  } finally {
    kept -= size;
  }
}

/**
 * Has mutations keep their order, and arrive although the page is left. Called by the shells: the sign-in,
 * which changes nothing twice, does not load it.
 */
export const keepMutationOrder = (): void =>
  arrangeMutations((name, body, send) => inTurn(name, () => keptAlive(body, send)));
