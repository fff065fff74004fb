import { z } from 'zod';
import { declareJob } from '../../../kernel/jobs.ts';

/** Processes a received Stripe event. Retried often, because its receipt was confirmed to Stripe. */
export const paymentEventJob = declareJob(
  'payment-event',
  z.object({ eventId: z.string().min(1).max(255) }),
  { retryLimit: 20, atOnce: () => 2 },
);

/** Reads a customer's current state at Stripe. */
export const paymentCustomerJob = declareJob(
  'payment-customer',
  z.object({ customerId: z.string().min(1).max(255) }),
  { retryLimit: 20 },
);

/** Asks Stripe for events that never came in, and for what was left undone: every five minutes. */
export const paymentEventsJob = declareJob('payment-events', z.object({}), {
  retryLimit: 0,
  expireInSeconds: 240,
  schedule: '*/5 * * * *',
  atStart: true,
});

/** Compares all that is known here with all that Stripe says. Every night. */
export const paymentComparisonJob = declareJob('payment-comparison', z.object({}), {
  retryLimit: 2,
  expireInSeconds: 3_600,
  schedule: '41 2 * * *',
});

/** Grants studios their allowance when a period begins, so that stopped work resumes; runs every hour. */
export const allowancesJob = declareJob('studio-allowances', z.object({}), {
  retryLimit: 0,
  expireInSeconds: 3_000,
  schedule: '7 * * * *',
  atStart: true,
});

export const premiumJobs = [
  paymentEventJob,
  paymentCustomerJob,
  paymentEventsJob,
  paymentComparisonJob,
  allowancesJob,
] as const;
