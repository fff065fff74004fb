import type { ServiceContext } from '../player-services.ts';
import { retry } from './retry.ts';

interface CmpData {
  vendorConsents?: Record<string, boolean>;
}
type Cmp = (command: string, parameter?: unknown) => CmpData | false | undefined;

/**
 * Events of consentmanager.net after which consent can be read: its settings are loaded, the visitor has
 * chosen or had before.
 */
const events = ['settings', 'consent'];

/**
 * Whether consentmanager.net knows of consent to its vendor (such as s1604); undefined before it has loaded.
 */
export function consentManagerAnswer(data: CmpData | false | undefined, id: string): boolean | undefined {
  return data && data.vendorConsents ? data.vendorConsents[id] === true : undefined;
}

/** Follows what the visitor allows the vendor, through the page's `__cmp`. Returns what ends it. */
export function watchConsentManager(
  page: Window,
  id: string,
  tell: (agreed: boolean) => void,
  guard: ServiceContext['guard'],
): () => void {
  const cmp = (): Cmp | undefined => {
    const api = (page as { __cmp?: Cmp }).__cmp;
    return typeof api === 'function' ? api : undefined;
  };
  const read = guard((): void => {
    const answer = consentManagerAnswer(cmp()?.('getCMPData'), id);
    if (answer !== undefined) tell(answer);
  });
  const cancel = retry(page, () => {
    const api = cmp();
    for (const event of events) api?.('addEventListener', [event, read, false]);
    read();
    return api !== undefined;
  });
  return () => {
    cancel();
    for (const event of events) cmp()?.('removeEventListener', [event, read, false]);
  };
}
