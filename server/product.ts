/** The product's name, in the one place where it may change. */
export const product = { name: 'Parlance', value: 'parlance' } as const;

/** Constants of the specification's sections 9; times in milliseconds unless the name says otherwise. */
/** Rows of one page of a list. The dashboard takes them from here (`generated/limits.ts`). */
export const pageSizes = {
  /** Unless a client asks for another number. */
  list: 20,
  /** In dialogs. */
  dialog: 10,
  /** Entries of logs and histories. */
  log: 15,
  /** Voices to choose from. */
  voices: 40,
  /** The most that a client may ask for. */
  most: 100,
} as const;
/** Episodes on a page of a podcast's feed. */
export const podcastPageItems = 300;
/** Maximum count of lists; above it, a list only shows that there are more. */
export const countCap = 10_000;
/** What is searched for is counted up to here. */
export const searchCountCap = 1_000;
export const titleMaxCharacters = 500;
export const authorMaxCharacters = 200;
export const urlMaxCharacters = 2048;
export const labelMaxCharacters = 100;
export const labelsMax = 50;
export const previewMaxCharacters = 300;

/** Days for which events and deliveries of webhooks are kept, and can be replayed. */
export const webhookLogDays = 30;

/** Delay of a requested recrawl, milliseconds. */
export const recrawlDelay = 60_000;

/** Characters that a new account may voice before it buys more. */
export const startBalance = 100_000n;

/** Bounds of a password; a longer one would occupy the hashing for no benefit. */
export const passwordCharacters = { least: 10, most: 1_024 } as const;

/** Silence between an audio logo and what follows it. */
export const logoPauseMs = 500;

/**
 * What invites listeners without a subscription at the end of a teaser, where the project has no sound of its
 * own for it.
 */
export const paywallTexts: Readonly<Record<string, string>> = {
  en: 'To hear the full version of this article, please subscribe',
  de: 'Um den ganzen Artikel zu hören, schließen Sie bitte ein Abonnement ab',
  fr: "Pour écouter l'article en entier, veuillez vous abonner",
};

/** An uploaded sound, in bytes as it comes in, and how many a project may have. */
export const soundMaxBytes = 32 * 1024 * 1024;
export const soundsMax = 200;

/** An uploaded picture, and how many one person may send. */
export const imagesMax = 1_000;
export const imageMaxBytes = 10_048_576;
export const imageMaxPixels = 40_000_000;

/** What Apple Podcasts takes as artwork: square, with sides of this many pixels. */
export const artworkSide = { least: 1_400, most: 3_000 } as const;

/** A picture that goes into every file of a project. */
export const coverMaxBytes = 500_000;
export const coverMaxPixels = artworkSide.most ** 2;

/** An uploaded ad, in bytes as it comes in. */
export const adMaxBytes = 6 * 1024 * 1024;

/**
 * Maximum number of items in a manual playlist and of articles in an automatic one, and the latter's default.
 */
export const playlistItemsMax = 500;
export const automaticCountMax = 25;
export const automaticCountDefault = 10;

/** Where the demo's pages are, on a server that has them. */
export const demoPath = '/demo/';

/**
 * Bounds of everything that unauthenticated clients can make grow: lists in rows, rows, and the memory of
 * processes. `tests/http/visitor-bounds.test.ts` tests each.
 */
export const visitorBounds = {
  /** Separate parts of a podcast's file that are kept of one listener and day. */
  downloadRanges: 64,
  /** Bytes of a file; shorter parts do not count towards a download. */
  downloadRangeBytes: 4_096,
  /** Events of a player in one request. */
  eventsInRequest: 50,
  /** Parts of an audio that one event says were played. */
  playedPartsInEvent: 50,
  /** Characters of a page's address in an event. */
  pageCharacters: 300,
  /** Sessions of one person; the one that was used least recently ends. */
  sessionsOfUser: 100,
  /** Entries that a process remembers: names of browsers, and of podcast apps. */
  rememberedAgents: 5_000,
  /** Origins of pages with players. */
  rememberedOrigins: 5_000,
  /** Networks whose pace is counted. */
  rememberedNetworks: 100_000,
  /** Channels and articles that events are about. */
  rememberedPlaces: 20_000,
  /** Addresses of feeds. */
  rememberedFeeds: 20_000,
  /** Files of podcasts: whose they are, and how long their tags are. */
  rememberedFiles: 20_000,
  /** Callers that were refused for a while. */
  rememberedRefusals: 20_000,
  /** Credentials that were right. */
  rememberedCredentials: 10_000,
  /** Lengths of exported files. */
  rememberedExports: 1_000,
  /** Proxies that are trusted, or not. */
  rememberedProxies: 1_000,
} as const;
