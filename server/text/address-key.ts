/**
 * Query parameters that count readers and change nothing: of Google, Meta, Microsoft, TikTok, X, LinkedIn,
 * Yandex, Matomo, Mailchimp, HubSpot, Marketo, Webtrekk, AT Internet, Adobe and AMP's caches. Parameters
 * that may select a page (`ref`, `source`, `id`) are not included.
 */
const trackers = new Set(
  [
    '_ga _gl gclid gclsrc dclid gbraid wbraid srsltid',
    'fbclid igshid igsh msclkid ttclid twclid li_fat_id yclid ysclid _openstat',
    'mc_cid mc_eid _hsenc _hsmi hsctatracking mkt_tok vero_id oly_enc_id oly_anon_id',
    'wtmc xtor s_cid cmpid icid ncid ftag traffic_source refsrc ref_src',
    '__twitter_impression guccounter guce_referrer guce_referrer_sig',
    'amp_js_v amp_gsa usqp __amp_source_origin',
  ].flatMap((names) => names.split(' ')),
);
const trackerFamilies =
  /^(?:(?:utm_|wt_|wt\.|at_)\w+|(?:pk|mtm|piwik|matomo)_(?:campaign|kwd|keyword|source|medium|content|cid|group|placement))$/;

/** Whether a query parameter counts readers and changes nothing of what they see. */
export function isTracking(parameter: string): boolean {
  const name = parameter.toLowerCase();
  return trackers.has(name) || trackerFamilies.test(name);
}

/** Signs that divide an address, or its query: written as `%2F`, say, they are another sign. */
const dividing = { path: '%/?#\\;=&+', query: '%#&+;=' };

/**
 * What all spellings of one page's address on the web have in common, and no two pages: host, path and query,
 * such as `example.com/news/harbour?id=7`. Articles are stored with it and asked for by it.
 *
 * The address is read as browsers do (the URL standard, <https://url.spec.whatwg.org>): host in small letters
 * and punycode, path without dots, default ports gone. Then bytes are written as they are where that means
 * the same (RFC 3986, 6.2.2), the query's parameters are put in order, and what changes nothing goes: scheme,
 * `www.`, `m.` and `amp.`, the fragment, slashes and `index.html` at the end, parameters that count readers.
 * Capitals of a path, other parameters, and the order of several of one name do select pages, so they stay.
 * @returns null: it is no address on the web
 */
export function addressKey(address: string): string | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const host = url.hostname.replace(/\.$/, '').replace(/^(?:www|amp|m)\.(?=[^.]+\.)/, '');
  const port = url.port && `:${url.port}`;
  const path = spelled(url.pathname, dividing.path).replace(/\/(?:amp|index\.(?:html?|php))\/?$/, '/');
  const query = queryOf(url.search);
  return host + port + withoutSlashes(path) + (query && `?${query}`);
}

/** The parameters that select a page, in the order of their names. @param search with its question mark */
function queryOf(search: string): string {
  const parameters = search
    .slice(1)
    .split('&')
    .filter(Boolean)
    .map((parameter) => {
      const [name = '', ...value] = parameter.replaceAll('+', '%20').split('=');
      return { name: spelled(name, dividing.query), value: spelled(value.join('%3D'), dividing.query) };
    })
    .filter(({ name, value }) => !isTracking(name) && !selectsAmp(name, value));
  // Stable: several of one name keep their order.
  parameters.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return parameters.map(({ name, value }) => `${name}=${value}`).join('&');
}

/** Whether a parameter asks for the same page as an accelerated one. */
const selectsAmp = (name: string, value: string): boolean =>
  (name === 'amp' && /^(?:1|true)?$/.test(value)) || (name === 'outputType' && value === 'amp');

/** The same bytes, those that can be read and divide nothing as they are, the others as `%C3`. */
const spelled = (text: string, dividing: string): string =>
  text.replace(/%[\da-f]{2}/gi, (code) => {
    const sign = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return sign > ' ' && sign <= '~' && !dividing.includes(sign) ? sign : code.toUpperCase();
  });

function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}
