import type { ServiceContext } from '../player-services.ts';
import { retry } from './retry.ts';

/**
 * What a consent management platform tells its listeners (IAB TCF v2.2, TCData), as far as it is read here.
 */
export interface TcData {
  eventStatus?: string;
  gdprApplies?: boolean;
  listenerId?: number;
  purpose?: { consents?: Record<string, boolean> };
  vendor?: { consents?: Record<string, boolean> };
}

type Guard = ServiceContext['guard'];
type TcfCallback = (data: TcData, success: boolean) => void;
type TcfApi = (command: string, version: 2, callback: TcfCallback, parameter?: number) => void;

/** Storing and reading on the device, developing products, and measuring: what a listener's id is for. */
const purposes = [1, 8, 10];

/**
 * Returns whether the visitor consents; undefined while they have not answered, for example while the prompt
 * is open.
 */
export function tcfAnswer(data: TcData, vendorId: number): boolean | undefined {
  if (data.gdprApplies === false) return true;
  if (data.eventStatus !== 'tcloaded' && data.eventStatus !== 'useractioncomplete') return undefined;
  return (
    data.vendor?.consents?.[vendorId] === true &&
    purposes.every((purpose) => data.purpose?.consents?.[purpose] === true)
  );
}

/**
 * Follows what the visitor allows the vendor, through the page's own `__tcfapi` or, in a frame, through that
 * of the frame around it. The platform may load after the player: it is looked for until it is there. Returns
 * what ends it.
 */
export function watchTcf(
  page: Window,
  vendorId: number,
  tell: (agreed: boolean) => void,
  guard: Guard,
): () => void {
  let stopped = false;
  let api: TcfApi | undefined;
  let listenerId: number | undefined;
  const hear: TcfCallback = guard((data, success) => {
    if (stopped || !data) return;
    if (data.listenerId !== undefined) ({ listenerId } = data);
    const answer = success ? tcfAnswer(data, vendorId) : false;
    if (answer !== undefined) tell(answer);
  });
  const cancel = retry(page, () => {
    api = findTcf(page);
    api?.('addEventListener', 2, hear);
    return api !== undefined;
  });
  return () => {
    stopped = true;
    cancel();
    if (api && listenerId !== undefined) api('removeEventListener', 2, () => {}, listenerId);
  };
}

function findTcf(page: Window): TcfApi | undefined {
  const own = (page as { __tcfapi?: TcfApi }).__tcfapi;
  if (typeof own === 'function') return own;
  for (let frame = page; frame !== frame.parent;) {
    frame = frame.parent as Window & typeof globalThis;
    if (holdsLocator(frame)) return acrossFrames(page, frame);
  }
  return undefined;
}

function holdsLocator(frame: Window): boolean {
  try {
    return (frame.frames as unknown as Record<string, unknown>)['__tcfapiLocator'] !== undefined;
  } catch {
    // A frame of another origin tells the names of its frames alone, and not in every browser.
    return false;
  }
}

let lastCall = 0;

/**
 * The calls of a page's platform from a frame within it (TCF: Interacting with the CMP through safe frames
 * and iframes).
 */
function acrossFrames(page: Window, frame: Window): TcfApi {
  return (command, version, callback, parameter) => {
    const callId = `parlance-${++lastCall}`;
    page.addEventListener('message', function answer({ source, data }: MessageEvent) {
      if (source !== frame) return;
      const returned = (typeof data === 'string' ? readJson(data) : data)?.__tcfapiReturn;
      if (returned?.callId !== callId) return;
      if (command !== 'addEventListener') page.removeEventListener('message', answer);
      callback(returned.returnValue, returned.success);
    });
    frame.postMessage({ __tcfapiCall: { command, version, callId, parameter } }, '*');
  };
}

function readJson(
  text: string,
): { __tcfapiReturn?: { callId: string; returnValue: TcData; success: boolean } } | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
