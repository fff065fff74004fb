import { expect, onTestFinished, test, vi } from 'vitest';
import { randomFrom } from '../../scripts/seeded-random.ts';
import { installationOf } from '../../server/areas/people/premium/stripe-installation.ts';
import { ownStudio } from '../../server/areas/people/studio/open-studio.ts';
import { createLogger } from '../../server/lib/logger.ts';
import { openApp } from '../../server/open-app.ts';
import { ownClock } from '../support/own-clock.ts';
import { databaseKind, prepareConfig } from '../support/databases.ts';
import { actorOf, factories } from '../support/factories.ts';
import { isFull, runs } from '../support/full.ts';
import { patience } from '../../scripts/patience.ts';
import { seed as seedOfRun } from '../support/run-seed.ts';
import { startStripe } from './stripe-server.ts';
import { begin, cents, day, freeMs, graceDays, plans, zones, Year, type Room } from './simulated-year.ts';

/** Hours between two steps, and how many years from different seeds. */
const hours = runs(120, 8);
const years = runs(1, 4);

test.runIf(databaseKind() === 'postgres')(
  'over a year in twelve time zones money and characters of organizations and users add up after every step',
  { timeout: isFull ? 3_600_000 : patience.test },
  async () => {
    for (let index = 0; index < years; index++) await liveAYear(isFull ? seedOfRun + index : 41);
  },
);

async function liveAYear(seed: number): Promise<void> {
  console.log(`seed ${seed}`);
  const stripe = await startStripe();
  const prepared = await prepareConfig({
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: stripe.url,
    PREMIUM_PLANS: JSON.stringify(plans),
    PREMIUM_GRACE_DAYS: String(graceDays),
    STUDIO_FREE_MINUTES: '10',
  });
  const closers = [() => stripe.close(), () => prepared.remove()];
  onTestFinished(async () => {
    vi.useRealTimers();
    for (const close of closers.toReversed()) await close();
  });
  const setDatabaseClock = await ownClock(prepared.env['DATABASE_URL']!);
  const log = createLogger('silent');
  const opened = await openApp({ config: prepared.config, log, worker: false });
  closers.push(() => opened.close());
  const { app } = opened;
  const make = factories(app.db);
  const year = new Year(app, stripe, randomFrom(seed), setDatabaseClock);
  vi.useFakeTimers({ toFake: ['Date'], now: begin });
  await setDatabaseClock(new Date(begin));
  stripe.pageSize = 100;
  stripe.calendar = true;
  for (const [price, amount] of cents) stripe.amounts.set(price, amount);
  year.installation = (await installationOf(app)).id;
  year.admin = (await make.admin()) as Year['admin'];
  for (const zone of zones) {
    const { id } = await make.user({ timezone: zone });
    await ownStudio(app, actorOf({ id, role: 'viewer' }));
    const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit' });
    year.people.push({
      id,
      zone,
      isStopped: false,
      overdueSince: null,
      key: `free ${local.format(begin)}`,
      allowance: freeMs,
      returned: 0,
      balance: freeMs,
      left: new Map(),
    });
  }
  for (let index = 0; index < 2; index++) {
    const organization = await make.organization({ balance: 500_000n });
    const maintainer = (await make.member(organization.id, 'maintainer')) as Room['maintainer'];
    const { id: projectId } = await make.project({ organizationId: organization.id, ownerId: maintainer.id });
    const { id: organizationId } = organization;
    year.rooms.push({ organizationId, projectId, maintainer, spent: 0, opening: 500_000 });
  }
  for (let step = 0; year.at < begin + 366 * day; step++) {
    await year.act();
    await year.settle();
    await year.check();
    await year.passSlowly(Math.round((0.2 + 1.6 * year.random()) * hours * 3_600_000));
    await year.check();
    if (step % 8 === 7) await year.checkAtNight();
  }
  // Most kinds of acts happened in it.
  expect(year.did.size).toBeGreaterThanOrEqual(12);
}
