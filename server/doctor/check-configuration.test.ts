import { expect, test } from 'vitest';
import { parseConfig } from '../config.ts';
import { checkConfiguration } from './check-configuration.ts';

const secret = 'a secret that is long enough to be taken';
const found = (env: Record<string, string>) =>
  checkConfiguration(parseConfig(env)).map(({ examined, state, message: { code } }) => [
    examined,
    state,
    code,
  ]);

test('a configuration without contradictions is fine', () => {
  const env = {
    DATABASE_URL: 'postgres://parlance@db.example.com/parlance',
    JWT_SECRET: secret,
    DATA_KEY: secret,
    SIGN_UP: '1',
    SMTP_URL: 'smtp://mail.example.com',
    BACKUP_URL: 'file:/srv/backup',
    BACKUP_KEY: secret,
    SIGN_UP_BLOCKED_DOMAINS: 'example.org',
  };
  expect(found(env)).toEqual([['process.env', 'FINE', 'CHECK_CONFIGURATION_FINE']]);
});

test('names misspelled variables and settings that have no effect or contradict each other', () => {
  const env = {
    DATABASE_URL: 'postgres://parlance@db.example.com/parlance',
    JWT_SECRT: secret,
    JWT_SECRET: secret,
    BACKUP_KEY: secret,
    LWA_CLIENT_ID: 'id',
    STRIPE_WEBHOOK_SECRET: 'secret',
    SIGN_UP: '1',
  };
  expect(found(env)).toEqual([
    ['JWT_SECRT', 'WARNING', 'CHECK_VARIABLE_MISSPELLED'],
    ['BACKUP_KEY', 'WARNING', 'CHECK_SETTING_ALONE'],
    ['LWA_CLIENT_ID', 'WARNING', 'CHECK_SETTING_ALONE'],
    ['STRIPE_WEBHOOK_SECRET', 'WARNING', 'CHECK_SETTING_ALONE'],
    ['DATA_KEY', 'WARNING', 'CHECK_DATA_KEY_UNSET'],
    ['SIGN_UP', 'WRONG', 'CHECK_SIGN_UP_WITHOUT_EMAIL'],
  ]);
  expect(JSON.stringify(checkConfiguration(parseConfig(env)))).not.toContain(secret);
});
