import type { Config } from '../config.ts';
import { misspelledVariables } from '../lib/misspelled-variables.ts';
import { findingsAbout, type Finding } from './check-finding.ts';
import { doctorMessages as m } from './messages.ts';

/** Variables that do nothing while others are not set. */
const dependent: readonly [names: readonly string[], other: string][] = [
  [['BACKUP_KEY', 'BACKUP_INTERVAL_HOURS', 'BACKUP_KEEP_DAYS', 'BACKUP_S3_ACCESS_KEY_ID'], 'BACKUP_URL'],
  [['S3_SECRET_ACCESS_KEY'], 'S3_ACCESS_KEY_ID'],
  [['S3_ACCESS_KEY_ID'], 'S3_SECRET_ACCESS_KEY'],
  [['LWA_CLIENT_ID'], 'LWA_CLIENT_SECRET'],
  [['LWA_CLIENT_SECRET'], 'LWA_CLIENT_ID'],
  [['STRIPE_SECRET_KEY'], 'STRIPE_WEBHOOK_SECRET'],
  [['STRIPE_WEBHOOK_SECRET', 'PREMIUM_PLANS', 'STRIPE_TAX'], 'STRIPE_SECRET_KEY'],
  [['STUDIO_SCREEN_TOKEN', 'STUDIO_SCREEN_MS', 'STUDIO_SCREEN_FAILS'], 'STUDIO_SCREEN_URL'],
  [['SIGN_UP_BLOCKED_DOMAINS'], 'SIGN_UP'],
  [['METRICS_HOST'], 'METRICS_PORT'],
  [['WORKER_HOST'], 'WORKER_PORT'],
  [['MAIL_BOUNCES_TOKEN'], 'SMTP_URL'],
];

/** Checks the environment for misspelled names and for settings that contradict each other. */
export function checkConfiguration(config: Config): Finding[] {
  const { env } = config;
  const of = (name: string) => findingsAbout('CONFIGURATION', name);
  const findings = [
    ...misspelledVariables(env).map((found) =>
      of(found.name).warning(m.CHECK_VARIABLE_MISSPELLED({ name: found.name, meant: found.meant })),
    ),
    ...dependent.flatMap(([names, other]) =>
      names
        .filter((name) => env[name] !== undefined && env[other] === undefined)
        .map((name) => of(name).warning(m.CHECK_SETTING_ALONE({ name, other }))),
    ),
  ];
  if (config.databaseUrl !== undefined && config.jwtSecrets && !config.dataKeys)
    findings.push(of('DATA_KEY').warning(m.CHECK_DATA_KEY_UNSET()));
  if (config.signUp.offered && config.smtpUrl === undefined)
    findings.push(of('SIGN_UP').wrong(m.CHECK_SIGN_UP_WITHOUT_EMAIL()));
  return findings.length > 0 ? findings : [of('process.env').fine(m.CHECK_CONFIGURATION_FINE())];
}
