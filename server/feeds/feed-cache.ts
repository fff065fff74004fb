import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** What a feed's address answers. */
export interface FeedResponse {
  status: 200 | 301 | 410;
  /** Whose changes may change it; null: it is not kept. */
  projectId: number | null;
  body: Buffer;
  /** Media type. */
  type: string;
  /** Strong, quoted; null: not used for conditional requests. */
  etag: string | null;
  modifiedAt: Date | null;
  /** Further headers, name and value in turn. */
  headers: readonly string[];
}

export type ContentCoding = 'identity' | 'gzip' | 'br';

/** A cached feed: compressed as most clients want it, and in the other forms while they are requested. */
export interface CachedFeed extends Omit<FeedResponse, 'body'> {
  key: string;
  gzip: Buffer;
  /** Those that were asked for of late. */
  forms: Partial<Record<Exclude<ContentCoding, 'gzip'>, Buffer>>;
  /** Response headers by coding. The responder caches them here. */
  heads: Partial<Record<ContentCoding | 'fresh', readonly string[]>>;
  /** Bytes of the body, by the coding, as far as they are known. */
  length: Partial<Record<ContentCoding, number>>;
}

export interface FeedCacheOptions {
  /** Writes the feed of a key; null: there is none. */
  render(key: string): Promise<FeedResponse | null>;
  /** Bytes that compressed feeds may take in all, and the forms beside them. */
  maxBytes: { kept: number; forms: number };
}

/** What an entry takes beside its body: objects, keys, headers. */
const overhead = 1_200;
/** Attempts to write a feed that changes while it is written. */
const attempts = 3;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const unzip = promisify(gunzip);
const quality = { gzip: 7, br: 6 };

/**
 * Rendered feeds, until they change: unused ones make room for others. Concurrent requests for a missing one
 * render it once.
 */
export class FeedCache {
  readonly #options: FeedCacheOptions;
  readonly #kept: LRUCache<string, CachedFeed>;
  /** Feeds with further forms, by key; their sizes are those of the forms. */
  readonly #formed: LRUCache<string, CachedFeed>;
  readonly #byProject = new Map<number, Set<string>>();
  readonly #flights = new Map<string, Flight>();
  /** How often feeds were written. */
  renders = 0;

  constructor(options: FeedCacheOptions) {
    this.#options = options;
    const { kept, forms } = options.maxBytes;
    this.#kept = new LRUCache({
      maxSize: kept,
      sizeCalculation: ({ gzip }) => gzip.length + overhead,
      dispose: (feed) => this.#detach(feed),
    });
    this.#formed = new LRUCache({
      maxSize: forms,
      sizeCalculation: (feed) => formBytes(feed),
      dispose: (feed, _, reason) => {
        if (reason === 'evict') feed.forms = {};
      },
    });
  }

  /** Feeds that are kept, and the bytes that they take. */
  get size(): { feeds: number; bytes: number } {
    return { feeds: this.#kept.size, bytes: this.#kept.calculatedSize + this.#formed.calculatedSize };
  }

  /** Returns the cached feed; undefined: it must be loaded. */
  peek(key: string): CachedFeed | undefined {
    return this.#kept.get(key);
  }

  /**
   * What is there, or else is written now; null: there is no such feed. @throws what rendering throws, to all
   * who wait for it
   */
  async ask(key: string): Promise<CachedFeed | null> {
    const kept = this.peek(key);
    if (kept) return kept;
    const under = this.#flights.get(key);
    if (under) return under.promise;
    // The rendering receives its flight, whose promise is set right after.
    const flight: Flight = { changed: new Set(), promise: undefined as never };
    this.#flights.set(key, flight);
    flight.promise = this.#render(key, flight).finally(() => this.#flights.delete(key));
    return flight.promise;
  }

  /** The body in a coding. */
  async body(feed: CachedFeed, coding: ContentCoding): Promise<Buffer> {
    const ready = this.peekBody(feed, coding);
    if (ready) return ready;
    const plain = feed.forms.identity ?? (await unzip(feed.gzip));
    const body = byItself(coding === 'br' ? await brotli(plain, brotliOptions(plain)) : plain);
    feed.length[coding] = body.length;
    if (coding !== 'gzip' && !feed.forms[coding] && this.#kept.peek(feed.key) === feed) {
      feed.forms[coding] = body;
      // A cache does not measure again what it has.
      this.#formed.delete(feed.key);
      this.#formed.set(feed.key, feed);
      // Forms that are larger than all that may be held are not held.
      if (!this.#formed.has(feed.key)) feed.forms = {};
    }
    return body;
  }

  /** The body in a coding, where it is at hand. */
  peekBody(feed: CachedFeed, coding: ContentCoding): Buffer | undefined {
    return coding === 'gzip' ? feed.gzip : feed.forms[coding];
  }

  /** Forgets a project's feeds, for something of it has changed; null: all feeds. */
  forget(projectId: number | null): void {
    for (const { changed } of this.#flights.values()) changed.add(projectId);
    const keys = projectId === null ? [...this.#kept.keys()] : [...(this.#byProject.get(projectId) ?? [])];
    for (const key of keys) this.#kept.delete(key);
  }

  async #render(key: string, { changed }: Flight): Promise<CachedFeed | null> {
    for (let attempt = 1; ; attempt++) {
      changed.clear();
      this.renders++;
      const rendered = await this.#options.render(key);
      if (!rendered) return null;
      const { body, ...rest } = rendered;
      const zipped = await zip(body, { level: quality.gzip });
      const feed: CachedFeed = {
        ...rest,
        key,
        gzip: byItself(zipped),
        forms: {},
        heads: {},
        length: { identity: body.length, gzip: zipped.length },
      };
      const { projectId } = rendered;
      const isPresent = !changed.has(null) && !changed.has(projectId);
      if (isPresent && projectId !== null) this.#keep(feed, projectId);
      if (isPresent || attempt === attempts) return feed;
    }
  }

  #keep(feed: CachedFeed, projectId: number): void {
    this.#kept.set(feed.key, feed);
    if (!this.#kept.has(feed.key)) return;
    let ofProject = this.#byProject.get(projectId);
    if (!ofProject) this.#byProject.set(projectId, (ofProject = new Set()));
    ofProject.add(feed.key);
  }

  #detach(feed: CachedFeed): void {
    this.#formed.delete(feed.key);
    feed.forms = {};
    const ofProject = this.#byProject.get(feed.projectId!);
    ofProject?.delete(feed.key);
    if (ofProject?.size === 0) this.#byProject.delete(feed.projectId!);
  }
}

interface Flight {
  promise: Promise<CachedFeed | null>;
  /** Projects that changed while it was written. */
  changed: Set<number | null>;
}

const formBytes = ({ forms }: CachedFeed): number =>
  Object.values(forms).reduce((sum, { length }) => sum + length, 0);

const brotliOptions = ({ length }: Buffer) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality.br, [constants.BROTLI_PARAM_SIZE_HINT]: length },
});

/** Copies what is a part of something larger, which would be kept with it: short answers of a compressor. */
const byItself = (bytes: Buffer): Buffer =>
  bytes.length === bytes.buffer.byteLength ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
