import { fillMacros, readVast, vastError, VastError, wrap, type VastAd, type VastResponse } from './vast.ts';

/** Wrappers that may lead to an advertisement, and the size that a document may have. */
const mostWrappers = 5;
const mostBytes = 512 * 1024;

export interface VastRequest {
  page: Window & typeof globalThis;
  signal: AbortSignal;
  /** URLs that are notified of errors, with the error code. */
  track(urls: string[], values?: Record<string, string | number>): void;
  /** Whether the advertiser's own cookies go along where its server takes them. */
  sendsCookies: boolean;
  /** Values of macros in the request URLs. */
  macros: Record<string, string | number>;
}

/**
 * Requests advertisements from a tag and the wrappers that it leads to. Returns the playable ones in order of
 * preference, and reports each wrapper's failure to it.
 * @throws {VastError} when there are none
 */
export async function requestAds(tag: string, request: VastRequest): Promise<VastAd[]> {
  const response = await load(tag, request);
  return unwrap(response, [tag], request);
}

async function unwrap(response: VastResponse, chain: string[], request: VastRequest): Promise<VastAd[]> {
  const ads: VastAd[] = [];
  let failure = new VastError(vastError.noAd);
  for (const ad of response.ads) {
    if (!ad.wrapped) {
      ads.push(ad);
      continue;
    }
    if (ads.length) break;
    try {
      if (chain.length > mostWrappers || chain.includes(ad.wrapped))
        throw new VastError(vastError.wrapperLimit);
      const inner = await load(ad.wrapped, request);
      if (!ad.followsWrappers && inner.ads.every(({ wrapped }) => wrapped))
        throw new VastError(vastError.noAd);
      const found = await unwrap(inner, [...chain, ad.wrapped], request);
      ads.push(...found.map((each) => wrap(ad, each)));
    } catch (error) {
      if (request.signal.aborted) {
        request.track(ad.errors, { ERRORCODE: vastError.wrapperTimeout });
        throw error;
      }
      failure = error instanceof VastError ? error : new VastError(vastError.wrapper);
      request.track(ad.errors, { ERRORCODE: failure.code });
    }
  }
  if (ads.length) return ads;
  // However many wrappers led there.
  if (!response.ads.length) request.track(response.errors, { ERRORCODE: vastError.noAd });
  throw failure;
}

async function load(
  address: string,
  { page, signal, macros, sendsCookies }: VastRequest,
): Promise<VastResponse> {
  signal.throwIfAborted();
  const url = fillMacros(address, macros);
  // A server that allows every origin can't receive cookies, so the request is repeated without them.
  const answer =
    (sendsCookies && (await ask(page, url, true, signal))) || (await ask(page, url, false, signal));
  if (!answer || answer.status < 200 || answer.status >= 300) throw new VastError(vastError.wrapper);
  if (answer.isEmpty) return { ads: [], errors: [] };
  if (!answer.xml) throw new VastError(vastError.badXml);
  return readVast(answer.xml, answer.url || url);
}

interface Answer {
  status: number;
  url: string;
  isEmpty: boolean;
  /** null: it is no XML. */
  xml: Document | null;
}

/**
 * Null when there was no answer, or none that this page may read. The browser reads the XML on its way:
 * strict pages forbid to parse text.
 */
function ask(
  page: Window & typeof globalThis,
  url: string,
  withCookies: boolean,
  signal: AbortSignal,
): Promise<Answer | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer | null>();
  const call = new page.XMLHttpRequest();
  const abort = (): void => {
    call.abort();
    reject(signal.reason);
  };
  const end = (answer: Answer | null): void => {
    resolve(answer);
    call.abort();
  };
  call.open('GET', url);
  call.responseType = 'document';
  call.overrideMimeType('text/xml');
  call.withCredentials = withCookies;
  // What is no answer is not read: a browser that finds no XML in it writes of it into a document, with
  // styles that the page may forbid.
  call.onreadystatechange = () => {
    const { status, responseURL: from } = call;
    const isEmpty = status === 204 || call.getResponseHeader('content-length') === '0';
    if (call.readyState === 2 && (isEmpty || status < 200 || status >= 300))
      end({ status, url: from, isEmpty, xml: null });
  };
  call.onprogress = ({ loaded }) => {
    if (loaded > mostBytes) end({ status: call.status, url: call.responseURL, isEmpty: false, xml: null });
  };
  call.onload = () =>
    resolve({ status: call.status, url: call.responseURL, isEmpty: false, xml: call.responseXML });
  call.onerror = () => resolve(null);
  signal.addEventListener('abort', abort);
  call.send();
  return promise.finally(() => signal.removeEventListener('abort', abort));
}
