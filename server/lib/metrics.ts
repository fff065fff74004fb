import { Counter, Histogram, type Metric } from 'prom-client';

// What this process counts in memory as it happens. `server/http/observe-process.ts` adds what a scrape
// reads.
// .github/docs/metrics.md describes every one.

const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
  new Counter<Label>({ name, help, labelNames, registers: [] });

export const metrics = {
  articleRuns: counter(
    'parlance_article_runs_total',
    'Runs of articles that ended or were postponed, by outcome.',
    ['outcome'],
  ),
  timeToAudio: new Histogram({
    name: 'parlance_article_time_to_audio_seconds',
    help: "Time from an article's arrival to its first audio; held: whether it was on hold or at the daily limit in between.",
    labelNames: ['held'],
    buckets: [5, 10, 20, 30, 60, 120, 300, 600, 1_800, 3_600, 21_600],
    registers: [],
  }),
  ledgerCharacters: counter(
    'parlance_ledger_characters_total',
    'Characters that the ledger booked for audio, by entry (charged, returned) and speech provider.',
    ['entry', 'provider'],
  ),
  ledgerStudioSeconds: counter(
    'parlance_ledger_studio_seconds_total',
    'Seconds of audio that the ledger booked for studios, by entry (charged, returned) and speech provider.',
    ['entry', 'provider'],
  ),
  ledgerEuros: counter(
    'parlance_ledger_euros_total',
    'Cost of speech providers that the ledger booked, by entry (charged, returned) and speech provider.',
    ['entry', 'provider'],
  ),
  jobs: counter(
    'parlance_jobs_total',
    'Jobs that this process ran, by outcome (done, skipped, retried, failed, returned).',
    ['job', 'outcome'],
  ),
  storageSeconds: new Histogram({
    name: 'parlance_storage_operation_duration_seconds',
    help: 'Time that operations on files took; of a stream, until it begins.',
    labelNames: ['operation'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
    registers: [],
  }),
  storageErrors: counter(
    'parlance_storage_errors_total',
    'Operations on files that failed, also in the middle of a stream, by reason.',
    ['operation', 'reason'],
  ),
  eventsAccepted: counter(
    'parlance_player_events_accepted_total',
    'Events of players and ads that were stored.',
    [],
  ),
  eventsRefused: counter(
    'parlance_player_events_refused_total',
    'Events of players and ads that do not count, by reason.',
    ['reason'],
  ),
  eventRequestsRefused: counter(
    'parlance_player_event_requests_refused_total',
    'Requests with player events that were answered with an error, by status.',
    ['status'],
  ),
  emails: counter(
    'parlance_emails_total',
    'Attempts to send an email, by outcome (sent, retried, failed, refused, unknown).',
    ['outcome'],
  ),
  signInFailures: counter('parlance_sign_in_failures_total', 'Sign-ins that were refused.', [
    'method',
    'reason',
  ]),
  unreadable: counter(
    'parlance_metrics_unreadable_total',
    'Times that a metric was left out of a scrape because it could not be read in time.',
    ['metric'],
  ),
} as const;

/** All of them, for a registry. */
export const processMetrics: readonly Metric[] = Object.values(metrics) as Metric[];
