import { databaseErrorCode } from './database/database-errors.ts';

/** What to do about an error of the database at the start, by SQLSTATE or by the code of the socket. */
const databaseAdvice: readonly [codes: RegExp, advice: string][] = [
  [/^(28P01|28000)$/, 'Check the user and password in DATABASE_URL, and pg_hba.conf of the server.'],
  [/^3D000$/, 'Create the database, or correct its name in DATABASE_URL.'],
  [
    /^53300$/,
    'All connections of the server or of this user are in use. Raise max_connections or lower DATABASE_POOL (each process uses three more).',
  ],
  [/^57P0[1-5]$/, 'The server is starting, stopping or recovering. Start Parlance again when it is ready.'],
  [
    /^42501$/,
    'The user in DATABASE_URL lacks a permission. It must own the database and everything in it (see OPERATIONS, The database).',
  ],
  [
    /^25006$/,
    'The server is read-only. It is a standby that was not promoted, or default_transaction_read_only is set.',
  ],
  [/^08P01$/, 'If this is a connection pooler, it must be in session mode. Its log has details.'],
  [
    /^(58P01|0A000)$/,
    'PostgreSQL 15 or newer with the extensions pg_trgm and btree_gin is needed (on Debian they come with the package postgresql).',
  ],
  [/^53100$/, 'The disk of the server is full.'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'The host in DATABASE_URL has no address. Check its name and the DNS.'],
  [
    /^(ECONNREFUSED|ECONNRESET|EPIPE)$/,
    'Nothing accepts connections at this host and port. Check DATABASE_URL, and whether the server is running.',
  ],
  [
    /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/,
    'The server does not respond. Check the host and port in DATABASE_URL, and any firewall in between.',
  ],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER_CERT|GET_ISSUER_CERT_LOCALLY|VERIFY_LEAF_SIGNATURE)|CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|ERR_TLS_CERT_ALTNAME_INVALID|ERR_SSL_.*|EPROTO)$/,
    'The certificate of the server is not trusted. Add its authority with NODE_EXTRA_CA_CERTS, or sslrootcert in DATABASE_URL.',
  ],
];

/** The same for errors of the client that have no code. */
const messageAdvice: readonly [messages: RegExp, advice: string][] = [
  [
    /server does not support SSL/i,
    'Remove sslmode from DATABASE_URL, or turn on TLS in the server (ssl = on).',
  ],
  [
    /timeout expired|connection timeout|timeout exceeded when trying to connect|Query read timeout/i,
    'The server does not respond. Check the host and port in DATABASE_URL, and any firewall in between.',
  ],
  [/Connection terminated|password must be a string/i, 'Check DATABASE_URL and the log of the server.'],
];

/** Own errors whose message says what to do. */
const ownErrors: ReadonlySet<string | undefined> = new Set([
  'DataDirError',
  'MigrationError',
  'StorageError',
  'ListenError',
  'SharedSettingsError',
  'TransferError',
]);

/** What went wrong at the start, for an operator: known failures in a sentence, any other with its stack. */
export function explainStartError(error: unknown): string {
  const { code, name, message = '', stack } = error as Partial<NodeJS.ErrnoException>;
  if (code === 'EADDRINUSE')
    return 'The port is already in use. Stop the other program, or set another port (PORT, METRICS_PORT, WORKER_PORT).';
  if (code === 'EACCES' && /listen/.test(message))
    return 'You do not have permission to use this port. Set PORT to a port above 1023.';
  if (name === 'ConfigError') return `The configuration is invalid:\n${message}`;
  if (ownErrors.has(name)) return message;
  const databaseCode = databaseErrorCode(error);
  const advice =
    databaseAdvice.find(([codes]) => codes.test(databaseCode))?.[1] ??
    messageAdvice.find(([messages]) => messages.test(message))?.[1];
  if (advice) return `The database cannot be reached at DATABASE_URL: ${message || databaseCode}\n${advice}`;
  return stack ?? String(error);
}
