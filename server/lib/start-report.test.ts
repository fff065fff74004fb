import { expect, test } from 'vitest';
import { parseConfig } from '../config.ts';
import { startReport } from './start-report.ts';

test('a process logs its version and configuration at the start, without secrets', () => {
  const hidden = 'do-not-write-this-down-anywhere!';
  const report = startReport(
    parseConfig({
      DATABASE_URL: `postgres://parlance:${hidden}@db.example.com:6432/parlance?password=${hidden}`,
      DATABASE_REPLICA_URL: `postgres://parlance:${hidden}@replica.example.com/parlance`,
      STORAGE_URL: `s3://audio/news?endpoint=${encodeURIComponent(`https://user:${hidden}@s3.example.com`)}`,
      SMTP_URL: `smtp://mailer:${hidden}@mail.example.com:587`,
      JWT_SECRET: hidden,
      DATA_KEY: hidden,
      ADMIN_PASSWORD: hidden,
      METRICS_TOKEN: hidden,
      MAIL_BOUNCES_TOKEN: hidden,
      STRIPE_SECRET_KEY: hidden,
      STRIPE_WEBHOOK_SECRET: hidden,
      LWA_CLIENT_SECRET: hidden,
      STUDIO_SCREEN_TOKEN: hidden,
      OPENAI_API_KEY: hidden,
      POLL_INTERVAL: '60',
      OTHER: hidden,
    }),
  );
  expect(JSON.stringify(report)).not.toContain(hidden);
  expect(report).toMatchObject({
    release: expect.stringMatching(/^\d+\.\d+\.\d+/),
    settings: {
      PORT: 4000,
      DATABASE_URL: 'postgres://db.example.com:6432/parlance',
      DATABASE_REPLICA_URL: 'postgres://replica.example.com/parlance',
      STORAGE_URL: `s3://audio/news?endpoint=${encodeURIComponent('https://s3.example.com/')}`,
      SMTP_URL: 'smtp://mail.example.com:587',
      JWT_SECRET: '[set]',
      POLL_INTERVAL: '60',
    },
  });
});
