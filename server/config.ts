import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { passwordCharacters, product } from './product.ts';

const flag = z.enum(['0', '1', 'true', 'false', '']).transform((value) => value === '1' || value === 'true');
const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/**
 * `0`: none, `2`: the two that are nearest, or addresses, networks and the names `loopback`, `linklocal`,
 * `uniquelocal`.
 */
function readProxies(
  value: string,
  context: z.RefinementCtx,
): string[] | ((address: string, hop: number) => boolean) {
  if (/^\d{1,2}$/.test(value)) return (_, hop) => hop < Number(value);
  const proxies = value
    .split(',')
    .map((proxy) => proxy.trim())
    .filter(Boolean);
  const wrong = proxies.find(
    (proxy) =>
      !/^(loopback|linklocal|uniquelocal)$/.test(proxy) &&
      !ipaddr.isValid(proxy) &&
      !ipaddr.isValidCIDR(proxy),
  );
  if (wrong === undefined && proxies.length) return proxies;
  context.addIssue({
    code: 'custom',
    message: `must be a number of proxies, or a list of addresses and networks; ${wrong ?? 'an empty value'} is neither`,
  });
  return z.NEVER;
}

const membership = z.strictObject({
  /** Slug of the organization. */
  organization: z.string().min(1),
  role: z.enum(['maintainer', 'editor', 'viewer']),
});

const openIdProvider = z.strictObject({
  /** In addresses: `/connect/<slug>/`. */
  slug: z
    .string()
    .regex(/^(?!amazon$)[a-z0-9-]{1,40}$/, 'must consist of lowercase letters, digits and hyphens'),
  /** What people know it by. */
  name: z.string().min(1).max(60),
  issuer: z
    .url({ protocol: /^https?$/ })
    .refine(
      (issuer) => /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(issuer),
      'must begin with https:// unless it is on this machine',
    ),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1).optional(),
  scope: z.string().default('openid email profile'),
  /**
   * That every address which it tells is verified, although the claim is missing: Microsoft Entra, for the
   * tenant of one's own.
   */
  trustsAddresses: z.boolean().default(false),
  /** The claim that lists a person's groups. */
  groupsClaim: z.string().default('groups'),
  /** Memberships by group, and by the domain of the verified address. */
  groups: z.record(z.string(), membership).default({}),
  domains: z.record(z.string(), membership).default({}),
});

/** An OpenID provider with which people sign in. */
export type OpenIdProvider = z.infer<typeof openIdProvider>;

/** JSON, a list by default; an empty value is an empty list. */
const jsonText = z
  .string()
  .default('[]')
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON' });
      return z.NEVER;
    }
  });

const openIdProviders = jsonText
  .pipe(z.array(openIdProvider))
  .refine((all) => new Set(all.map(({ slug }) => slug)).size === all.length, 'names a slug twice')
  .refine((all) => new Set(all.map(({ issuer }) => issuer)).size === all.length, 'names an issuer twice');

const plan = z
  .strictObject({
    /** By which the server, and what it tells the payment provider, know it. */
    key: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must consist of lowercase letters, digits and hyphens'),
    /** What people know it by. */
    name: z.string().min(1).max(60),
    /** The price at Stripe, which says amount, currency, taxes and interval. */
    price: z.string().min(1).max(255),
    /** Price as a text; Stripe determines what is charged. */
    priceText: z.string().max(60).default(''),
    /** Of a subscription of the studio: minutes of sound in each period. */
    minutes: z.int().min(1).max(10_000_000).optional(),
    /** Of what an organization buys once: characters. */
    characters: z.int().min(1).max(2_000_000_000).optional(),
  })
  .refine(
    ({ minutes, characters }) => (minutes === undefined) !== (characters === undefined),
    'needs either minutes (a subscription of the studio) or characters (bought once by an organization)',
  );

/** What can be bought. */
export type Plan = z.infer<typeof plan>;

/** A JSON list of what can be bought, or nothing. */
const plans = jsonText
  .pipe(z.array(plan).max(20))
  .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, 'names a key twice')
  .refine((all) => new Set(all.map(({ price }) => price)).size === all.length, 'names a price twice');

const hostList = (value: string): string[] =>
  value
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter(Boolean);

/**
 * Every environment variable that Parlance reads, with its default; those of a speech service are in its
 * file.
 */
const environment = z.object({
  /** Port and address to listen on. */
  PORT: integer(0, 65_535).default(4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  /**
   * Whose X-Forwarded-For is believed: how many proxies there are, or their addresses and networks,
   * comma-separated.
   */
  TRUST_PROXY: z.string().default('loopback').transform(readProxies),
  /** The address that people use, for links in mails, feeds and the player. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Where the embedded database, audio, secrets and mails lie. */
  DATA_DIR: z.string().min(1).default('./data'),
  /** Folder of the voices that are installed on this machine. Unset: `voices` in DATA_DIR. */
  VOICES_DIR: z.string().min(1).optional(),
  /** PostgreSQL 15 or newer; unset: an embedded database in DATA_DIR. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /**
   * A copy of it that reports are read from (streaming replication); where it is away or more than some
   * minutes behind, they are read from the database itself. Unset: always.
   */
  DATABASE_REPLICA_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Connections to PostgreSQL of one process. */
  DATABASE_POOL: integer(2, 200).default(10),
  /**
   * Milliseconds that a statement of a request or of a step may take, and may wait for a lock; migrations and
   * upkeep take their time.
   */
  DATABASE_STATEMENT_MS: integer(100, 3_600_000).default(15_000),
  DATABASE_LOCK_MS: integer(100, 3_600_000).default(5_000),
  /**
   * Milliseconds that a request may wait in the queue; a longer wait is an overload, and most requests get a
   * 503 at once.
   */
  REQUEST_WAIT_MS: integer(100, 600_000).default(1_000),
  /** `file:` or `file:/path`, or `s3://bucket?endpoint=…&region=…`. */
  STORAGE_URL: z
    .string()
    .regex(/^(file:|s3:\/\/)/, 'must begin with file: or s3://')
    .default('file:'),
  /**
   * Path at which a fronting nginx sends files of the storage (X-Accel-Redirect), so that this process sends
   * none: see the guide. With files on disk only.
   */
  ACCEL_REDIRECT: z
    .string()
    .regex(/^\/[\w/-]*$/, 'must be a path such as /protected')
    .transform((path) => path.replace(/(?<!\/)\/+$/, ''))
    .optional(),
  /** The first administrator on an empty database. */
  ADMIN_EMAIL: z.email().or(z.literal('admin@localhost')).default('admin@localhost'),
  /** To whom customers write about what they have not booked; unset: the first administrator. */
  CONTACT_EMAIL: z.email().optional(),
  /**
   * The server that sends mails, `smtp://user:password@host:587` or `smtps://…`; unset: mails are written
   * to DATA_DIR/outbox.
   */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Whom mails come from: an address, or `Name <address>`. */
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/,
      'must be an address, or Name <address>',
    )
    .optional(),
  /** Secret for delivering bounces to `/mail/bounces`; unset: disabled. */
  MAIL_BOUNCES_TOKEN: z.string().min(16).optional(),
  ADMIN_PASSWORD: z.string().min(passwordCharacters.least).max(passwordCharacters.most).optional(),
  /**
   * Sign tokens; at least 32 characters each, separated by commas: the first signs, the others still count.
   * Unset: generated and kept in DATA_DIR.
   */
  JWT_SECRET: z
    .string()
    .transform((list) => list.split(',').map((secret) => secret.trim()))
    .pipe(z.array(z.string().min(32, 'each secret needs at least 32 characters')))
    .optional(),
  /**
   * Keys that seal long-lived data; at least 32 characters each, separated by commas, newest first: it seals,
   * the others only open. Unset: generated and stored in DATA_DIR, unless several processes may have separate
   * directories.
   */
  DATA_KEY: z
    .string()
    .transform((list) => list.split(',').map((key) => key.trim()))
    .pipe(z.array(z.string().min(32, 'each key needs at least 32 characters')))
    .optional(),
  /** Days that a sign-in lasts, and hours without a call after which it ends before. */
  SESSION_DAYS: integer(1, 365).default(30),
  SESSION_IDLE_HOURS: integer(1, 8_760).default(168),
  /** OpenID providers with which people sign in: see the guide. */
  OPENID_PROVIDERS: openIdProviders,
  /** 1: a demo organization on an empty database. Default: 1 with the embedded database, else 0. */
  DEMO: flag.optional(),
  /** host[:port][/path], comma-separated, that may be fetched although their addresses are private. */
  FETCH_ALLOW_HOSTS: z.string().default(''),
  /**
   * This machine's IP addresses, comma-separated, that a project's pages may be fetched from. Unset: all but
   * the internal ones.
   */
  EXTRACTOR_IPS: z
    .string()
    .transform((list) => list.split(',').map((address) => address.trim()))
    .pipe(z.array(z.string().refine((address) => isIP(address) !== 0, 'each must be an IP address')))
    .optional(),
  /** Threads that speak and encode. */
  WORKERS: integer(1, 256).default(availableParallelism()),
  /** What encodes speech as MP3: `own`, or `lame`, which takes five times as long. */
  SPEECH_ENCODER: z.enum(['own', 'lame']).default('own'),
  /** Seconds between two polls of a feed or website. */
  POLL_INTERVAL: integer(1, 86_400).default(300),
  /** Characters of an article's text at most. */
  ARTICLE_MAX_CHARACTERS: integer(1, 5_000_000).default(200_000),
  /**
   * Default limit of characters charged per day (UTC) for regenerating articles after changes of
   * dictionaries.
   */
  REVOICE_DAILY_CHARACTERS: integer(1, 2_000_000_000).default(1_000_000),
  /**
   * Days for which things are kept: sound of what was deleted, versions that are no longer played, chunks
   * that none uses, previews, logs, single events of players (their sums stay).
   */
  RETAIN_DELETED_DAYS: integer(0, 3_650).default(7),
  RETAIN_VERSIONS_DAYS: integer(0, 3_650).default(90),
  RETAIN_SEGMENTS_DAYS: integer(1, 3_650).default(90),
  RETAIN_PREVIEWS_DAYS: integer(1, 3_650).default(30),
  RETAIN_LOGS_DAYS: integer(1, 3_650).default(365),
  RETAIN_EVENTS_DAYS: integer(8, 3_650).default(90),
  /** Days for which emails stay in DATA_DIR/outbox, where they are written while there is no SMTP_URL. */
  RETAIN_OUTBOX_DAYS: integer(1, 3_650).default(30),
  /**
   * Where Prometheus reads /metrics: on a separate port, or with this token as `Authorization: Bearer`, or
   * both. Neither: disabled.
   */
  METRICS_PORT: integer(1, 65_535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Port on which a separate worker serves /healthz, /readyz and /metrics. Unset: none. */
  WORKER_PORT: integer(1, 65_535).optional(),
  WORKER_HOST: z.string().min(1).default('127.0.0.1'),
  /**
   * Of the security profile by which people link their Alexa developer accounts (Login with Amazon), and the
   * addresses of Amazon's services.
   */
  LWA_CLIENT_ID: z.string().min(1).optional(),
  LWA_CLIENT_SECRET: z.string().min(1).optional(),
  LWA_AUTHORIZE_URL: z.url({ protocol: /^https?$/ }).default('https://www.amazon.com/ap/oa'),
  LWA_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.amazon.com'),
  SMAPI_URL: z.url({ protocol: /^https?$/ }).default('https://api.amazonalexa.com'),
  /**
   * How a page's consent platform knows this service: the ID at the consent manager, and the vendor ID of IAB
   * TCF.
   */
  CONSENT_MANAGER_ID: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .default('s1604'),
  CONSENT_VENDOR_ID: z.coerce.number().int().positive().default(1181),
  /**
   * A database of countries by address in MaxMind's format (`.mmdb`), for the countries of podcast downloads.
   * Unset: they are not known.
   */
  GEOIP_DATABASE: z.string().min(1).optional(),
  /** 1: anyone may sign up for the studio. Default: accounts by invitation only. */
  SIGN_UP: flag.default(false),
  /** Domains, comma-separated, whose addresses cannot sign up, in addition to known disposable ones. */
  SIGN_UP_BLOCKED_DOMAINS: z.string().default('').transform(hostList),
  /** Minutes of sound that a studio has for nothing, each month. */
  STUDIO_FREE_MINUTES: integer(0, 1_000_000).default(10),
  /** URL of the link at the bottom of the studio. Unset: no link. */
  STUDIO_ABOUT_URL: z.url({ protocol: /^https?$/ }).optional(),
  STUDIO_BLOG_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Where the licence and the source are that runs here. Default: this server's copy of the licence. */
  LICENSE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /**
   * URL of the service that screens texts of the studio before audio is generated; see the guide. Unset:
   * none.
   */
  STUDIO_SCREEN_URL: z.url({ protocol: /^https?$/ }).optional(),
  STUDIO_SCREEN_TOKEN: z.string().min(1).optional(),
  STUDIO_SCREEN_MS: integer(100, 30_000).default(3_000),
  /** How texts are handled if it does not respond: `closed`: no audio is generated; `open`: it is. */
  STUDIO_SCREEN_FAILS: z.enum(['closed', 'open']).default('closed'),
  /** Of the account at Stripe where people pay; without both nothing can be bought. */
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  STRIPE_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.stripe.com'),
  /** 1: Stripe reckons the taxes (Stripe Tax has to be set up there). */
  STRIPE_TAX: flag.default(false),
  /** What can be bought: see the guide. */
  PREMIUM_PLANS: plans,
  /** Days that access lasts once a payment has failed. */
  PREMIUM_GRACE_DAYS: integer(0, 60).default(7),
  /**
   * Where backups are put, `file:/path` or `s3://bucket?endpoint=…&region=…`, and how often, in hours;
   * backups are kept for so many days. Unset: the server makes none.
   */
  BACKUP_URL: z
    .string()
    .regex(/^(file:\/|s3:\/\/)/, 'must begin with file:/ or s3://')
    .optional(),
  BACKUP_INTERVAL_HOURS: integer(1, 8_760).default(24),
  BACKUP_KEEP_DAYS: integer(1, 36_500).default(30),
  /** Encrypts backups; at least 32 characters. Unset: they are not encrypted. */
  BACKUP_KEY: z.string().min(32, 'needs 32 characters or more').optional(),
  /** Credentials of the bucket of BACKUP_URL; unset: those of STORAGE_URL. */
  BACKUP_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** Names of all variables of the environment that this file reads. */
export const variableNames: readonly string[] = Object.keys(environment.shape);

export type Config = ReturnType<typeof parseConfig>;

/** What is wrong with the environment, one line a variable. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads the configuration from environment variables; an empty one counts as unset.
 * @throws ConfigError naming each variable that is wrong.
 */
export function parseConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    );
  }
  const e = parsed.data;
  checkTogether(e);
  const publicUrl = (e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).replace(/(?<!\/)\/+$/, '');
  return {
    port: e.PORT,
    host: e.HOST,
    trustProxy: e.TRUST_PROXY,
    publicUrl,
    secureCookies: publicUrl.startsWith('https:'),
    dataDir: resolve(e.DATA_DIR),
    voicesDir: resolve(e.VOICES_DIR ?? join(e.DATA_DIR, 'voices')),
    databaseUrl: e.DATABASE_URL,
    databaseReplicaUrl: e.DATABASE_REPLICA_URL,
    databasePool: e.DATABASE_POOL,
    statementMs: e.DATABASE_STATEMENT_MS,
    lockMs: e.DATABASE_LOCK_MS,
    requestWaitMs: e.REQUEST_WAIT_MS,
    storageUrl: e.STORAGE_URL,
    accelRedirect: e.ACCEL_REDIRECT,
    adminEmail: e.ADMIN_EMAIL.toLowerCase(),
    adminPassword: e.ADMIN_PASSWORD,
    contactEmail: e.CONTACT_EMAIL ?? e.ADMIN_EMAIL,
    licenseUrl: e.LICENSE_URL ?? `${publicUrl}/license`,
    smtpUrl: e.SMTP_URL,
    mailBouncesToken: e.MAIL_BOUNCES_TOKEN,
    mailFrom: e.MAIL_FROM ?? `${product.name} <${e.CONTACT_EMAIL ?? e.ADMIN_EMAIL}>`,
    jwtSecrets: e.JWT_SECRET,
    dataKeys: e.DATA_KEY,
    sessionDays: e.SESSION_DAYS,
    sessionIdleHours: e.SESSION_IDLE_HOURS,
    openIdProviders: e.OPENID_PROVIDERS,
    demo: e.DEMO ?? e.DATABASE_URL === undefined,
    fetchAllowHosts: e.FETCH_ALLOW_HOSTS.split(',')
      .map((host) => host.trim())
      .filter(Boolean),
    extractorIps: e.EXTRACTOR_IPS,
    workers: e.WORKERS,
    speechEncoder: e.SPEECH_ENCODER,
    pollIntervalSeconds: e.POLL_INTERVAL,
    articleMaxCharacters: e.ARTICLE_MAX_CHARACTERS,
    revoiceDailyCharacters: e.REVOICE_DAILY_CHARACTERS,
    retention: retentionOf(e),
    metrics: { port: e.METRICS_PORT, host: e.METRICS_HOST, token: e.METRICS_TOKEN },
    worker: { port: e.WORKER_PORT, host: e.WORKER_HOST },
    amazon: amazonOf(e),
    consent: { managerId: e.CONSENT_MANAGER_ID, vendorId: e.CONSENT_VENDOR_ID },
    geoipDatabase: e.GEOIP_DATABASE,
    signUp: { offered: e.SIGN_UP, blockedDomains: e.SIGN_UP_BLOCKED_DOMAINS },
    studio: studioOf(e),
    premium: premiumOf(e),
    backup: backupOf(e),
    logLevel: e.LOG_LEVEL,
    /** The raw environment, for the speech providers' own parser. */
    env: given as Record<string, string>,
  };
}

type Environment = z.infer<typeof environment>;

/** @throws ConfigError for variables that exclude each other */
function checkTogether(e: Environment): void {
  if (e.DATABASE_REPLICA_URL !== undefined && e.DATABASE_URL === undefined)
    throw new ConfigError('DATABASE_REPLICA_URL: needs DATABASE_URL, which is not set');
  if (e.ACCEL_REDIRECT !== undefined && e.STORAGE_URL.startsWith('s3:'))
    throw new ConfigError('ACCEL_REDIRECT: only works with files on disk, not with STORAGE_URL=s3://…');
  if ((e.BACKUP_S3_ACCESS_KEY_ID === undefined) !== (e.BACKUP_S3_SECRET_ACCESS_KEY === undefined))
    throw new ConfigError('BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY: set both, or neither');
}

/** Credentials of the bucket of backups; empty: those of the storage. */
const backupCredentialsOf = (e: Environment): Record<string, string> =>
  e.BACKUP_S3_ACCESS_KEY_ID && e.BACKUP_S3_SECRET_ACCESS_KEY
    ? { S3_ACCESS_KEY_ID: e.BACKUP_S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: e.BACKUP_S3_SECRET_ACCESS_KEY }
    : {};

/** Where backups are, and how often they are made. */
const backupOf = (e: Environment) => ({
  url: e.BACKUP_URL,
  key: e.BACKUP_KEY ?? null,
  intervalHours: e.BACKUP_INTERVAL_HOURS,
  keepDays: e.BACKUP_KEEP_DAYS,
  credentials: backupCredentialsOf(e),
});

/** How many days things are kept. */
const retentionOf = (e: Environment) => ({
  deletedDays: e.RETAIN_DELETED_DAYS,
  versionsDays: e.RETAIN_VERSIONS_DAYS,
  segmentsDays: e.RETAIN_SEGMENTS_DAYS,
  previewsDays: e.RETAIN_PREVIEWS_DAYS,
  logsDays: e.RETAIN_LOGS_DAYS,
  eventsDays: e.RETAIN_EVENTS_DAYS,
  outboxDays: e.RETAIN_OUTBOX_DAYS,
});

/** How accounts at Amazon are linked. */
const amazonOf = (e: Environment) => ({
  /** Null: accounts cannot be linked. */
  client:
    e.LWA_CLIENT_ID && e.LWA_CLIENT_SECRET ? { id: e.LWA_CLIENT_ID, secret: e.LWA_CLIENT_SECRET } : null,
  authorizeUrl: e.LWA_AUTHORIZE_URL,
  apiUrl: e.LWA_API_URL.replace(/(?<!\/)\/+$/, ''),
  smapiUrl: e.SMAPI_URL.replace(/(?<!\/)\/+$/, ''),
});

/** What the studio offers. */
const studioOf = (e: Environment) => ({
  freeMinutes: e.STUDIO_FREE_MINUTES,
  aboutUrl: e.STUDIO_ABOUT_URL ?? null,
  blogUrl: e.STUDIO_BLOG_URL ?? null,
  /** Null: texts are not screened. */
  screen:
    e.STUDIO_SCREEN_URL === undefined
      ? null
      : {
          url: e.STUDIO_SCREEN_URL,
          token: e.STUDIO_SCREEN_TOKEN,
          timeoutMs: e.STUDIO_SCREEN_MS,
          fails: e.STUDIO_SCREEN_FAILS,
        },
});

/** What can be bought. */
const premiumOf = (e: Environment) => ({
  /** Null: nothing can be bought. */
  stripe:
    e.STRIPE_SECRET_KEY && e.STRIPE_WEBHOOK_SECRET
      ? { key: e.STRIPE_SECRET_KEY, webhookSecret: e.STRIPE_WEBHOOK_SECRET, apiUrl: e.STRIPE_API_URL }
      : null,
  plans: e.PREMIUM_PLANS,
  taxes: e.STRIPE_TAX,
  graceDays: e.PREMIUM_GRACE_DAYS,
});
