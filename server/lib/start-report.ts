import { variableNames, type Config } from '../config.ts';
import { release } from './program-release.ts';

/** Names of variables whose values are never written down. */
const secret = /SECRET|KEY|TOKEN|PASSWORD|PROVIDERS|PLANS/;

/**
 * What a process begins with, for its log: release, Node, and the settings that count, those of the
 * environment and those that are the same everywhere. Of secrets only whether they are set; addresses without
 * user, password and parameters.
 */
export function startReport({ env, ...config }: Config) {
  const given = Object.entries(env).filter(([name]) => variableNames.includes(name));
  return {
    release,
    node: process.version,
    settings: {
      PORT: config.port,
      HOST: config.host,
      PUBLIC_URL: withoutCredentials(config.publicUrl),
      DATA_DIR: config.dataDir,
      DATABASE_URL: config.databaseUrl ? withoutCredentials(config.databaseUrl) : 'embedded',
      STORAGE_URL: withoutCredentials(config.storageUrl),
      SMTP_URL: config.smtpUrl ? withoutCredentials(config.smtpUrl) : 'none, emails are written to a folder',
      ...Object.fromEntries(
        given
          .filter(([name]) => !always.has(name))
          .map(([name, value]) => [name, secret.test(name) ? '[set]' : withoutCredentials(value)]),
      ),
    },
  };
}

const always = new Set(['PORT', 'HOST', 'PUBLIC_URL', 'DATA_DIR', 'DATABASE_URL', 'STORAGE_URL', 'SMTP_URL']);

/** An address without user, password and parameters but a bucket's endpoint; other text as it is. */
export function withoutCredentials(text: string): string {
  if (!/^[a-z0-9+]+:\/\//i.test(text) || !URL.canParse(text)) return text;
  const url = new URL(text);
  const endpoint = url.searchParams.get('endpoint');
  url.username = '';
  url.password = '';
  url.hash = '';
  url.search = '';
  if (endpoint) url.searchParams.set('endpoint', withoutCredentials(endpoint));
  return url.href;
}
