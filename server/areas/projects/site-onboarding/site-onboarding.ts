import type { Actor, ActorNow } from '../../../kernel/actor.ts';
import type { App } from '../../../kernel/app.ts';
import { NotAllowedError, ValidationError } from '../../../kernel/errors.ts';
import { tenantOf } from '../../../kernel/tenant.ts';
import { safeFetch } from '../../../lib/outbound/safe-fetch.ts';
import type { CatalogueVoice } from '../../../speech/voice-catalogue.ts';
import { webAddressProblem } from '../../../text/web-address.ts';
import { countMailboxUse, declareMailboxRates } from '../../access/identity/mailbox-rate-limit.ts';
import { requireWriter } from '../../access/identity/policy.ts';
import { latestValues } from '../../../kernel/latest-values.ts';
import { runInteractive } from '../../../kernel/run-interactive.ts';
import { readSite } from './read-site.ts';
import type { SeenSite } from './seen-site.ts';
import { suggestVoice } from './suggest-voice.ts';
import { siteOnboardingMessages } from './messages.ts';
import { addressMessages } from '../../../text/messages.ts';
import { kernelMessages } from '../../../kernel/messages.ts';

/** What is known so far of a site that a user named. */
export interface SiteOnboarding extends SeenSite {
  /** As it was looked at. */
  address: string;
  voice: CatalogueVoice | null;
  /** Whether nothing more follows. */
  done: boolean;
}

/** Addresses that are looked at: each may cost a dozen requests to a publisher's server. */
const looks = declareMailboxRates('First looks at a site', { burst: 15, everyMs: 20_000 });
/** Milliseconds for all of it. */
const longest = 14_000;

/**
 * What a site is and how its newest articles would sound, from one address of it.
 * @throws NotSignedInError, NotAllowedError, LimitReachedError, ValidationError on `url`. What the site does
 * wrong is no error: see
 *   `problem`
 */
export async function inspectSite(
  app: App,
  actor: Actor,
  url: string,
  remoteAddress: string,
): Promise<SiteOnboarding> {
  return (await beginLook(app, actor, url, remoteAddress))(() => {}, new AbortController().signal);
}

/**
 * The same as it comes in: each time all that is known so far, the last time with `done`.
 * @throws as `inspectSite`
 */
export async function watchSite(
  app: App,
  actorNow: ActorNow,
  url: string,
  remoteAddress: string,
): Promise<AsyncIterableIterator<SiteOnboarding>> {
  return latestValues<SiteOnboarding>(await beginLook(app, await actorNow(), url, remoteAddress));
}

/** Checks caller and input. @returns a function that examines the site */
async function beginLook(
  app: App,
  actor: Actor,
  given: string,
  remoteAddress: string,
): Promise<(tell: (look: SiteOnboarding) => void, signal: AbortSignal) => Promise<SiteOnboarding>> {
  const known = requireWriter(actor);
  // As for new projects, which a key has nothing to do with.
  if (known.kind === 'key' || known.kind === 'system') throw new NotAllowedError();
  const addresses = addressesOf(given);
  await countMailboxUse(app, looks, actor, remoteAddress, siteOnboardingMessages.TOO_MANY_LOOKS());
  const tenant =
    known.kind === 'user'
      ? { organizationId: null, ownerId: known.userId }
      : { organizationId: known.organizationId, ownerId: 0 };
  return (tell, stop) =>
    runInteractive(app, tenant, async () => {
      const signal = AbortSignal.any([stop, AbortSignal.timeout(longest)]);
      const complete = (address: string, seen: SeenSite, done: boolean): SiteOnboarding => ({
        ...seen,
        address,
        voice: seen.name === null ? null : suggestVoice(app, seen.language),
        done,
      });
      const look = (address: string, isLast: boolean) =>
        readSite(address, {
          fetch: (url, options) => safeFetch(url, { ...options, allowHosts: app.config.fetchAllowHosts }),
          extraction: app.extraction.for(tenantOf(tenant), signal),
          signal,
          tell: (sofar) => {
            if (isLast || !isUnreachable(sofar)) tell(complete(address, sofar, false));
          },
        });
      const [address, other] = addresses;
      const seen = await look(address, other === undefined);
      if (other === undefined || !isUnreachable(seen)) return complete(address, seen, true);
      return complete(other, await look(other, true), true);
    });
}

const isUnreachable = ({ problem }: SeenSite): boolean => problem?.kind === 'unreachable';

/**
 * Returns the addresses to try. Users also enter `example.org`: it is fetched over HTTPS, then over HTTP if
 * there is no response.
 * @throws ValidationError on `url`
 */
function addressesOf(given: string): [address: string, other?: string] {
  const text = given.trim();
  const isWhole = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text) || text === '';
  const bare = text.replace(/^\/\//, '');
  const address = isWhole ? text : `https://${bare}`;
  const problem =
    text === ''
      ? kernelMessages.FIELD_REQUIRED()
      : /\s/.test(text)
        ? addressMessages.NOT_A_WEB_ADDRESS()
        : webAddressProblem(address);
  if (problem) throw new ValidationError([{ field: 'url', ...problem }]);
  return isWhole ? [new URL(address).href] : [new URL(address).href, new URL(`http://${bare}`).href];
}
