/** The product's name, in the one place where it may change. */
export const product = { name: 'Parlance', value: 'parlance' } as const;

/** Constants of the specification's sections 9; times in milliseconds unless the name says otherwise. */
export const pageSize = 20;
/** Episodes on a page of a podcast's feed. */
export const podcastPageItems = 300;
/** Lists count up to here; beyond, a list says that there are more. */
export const countCap = 10_000;
/** What is searched for is counted up to here. */
export const searchCountCap = 1_000;
export const titleMaxCharacters = 500;
export const authorMaxCharacters = 200;
export const urlMaxCharacters = 2048;
export const labelMaxCharacters = 100;
export const labelsMax = 50;
export const previewMaxCharacters = 300;

/** A recrawl that was asked for happens this much later. */
export const recrawlDelay = 60_000;

/** Characters that a new account may voice before it buys more. */
export const startBalance = 100_000n;

/** Of a password, whoever chooses it; a longer one would keep the hashing busy for nothing. */
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

/** A picture that goes into every file of a project. */
export const coverMaxBytes = 500_000;
export const coverMaxPixels = 9_000_000;

/**
 * Items of a playlist that people arrange, and articles of one that arranges itself; how many these are
 * unless somebody says.
 */
export const playlistItemsMax = 500;
export const automaticCountMax = 25;
export const automaticCountDefault = 10;

/** Where the demo's pages are, on a server that has them. */
export const demoPath = '/demo/';
