/**
 * Moves an installation to another database, another storage or another machine's disk: see
 * .github/docs/move-an-installation.md. Run it with the server's environment while the server is stopped.
 * Exit codes: 0 moved, 1 refused or failed (nothing is lost; run it again to resume), 2 wrong options.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ConfigError, parseConfig } from '../server/config.ts';
import { jobs } from '../server/jobs.ts';
import { explainStartError } from '../server/lib/explain-start-error.ts';
import { useEnvironmentProxies } from '../server/lib/outbound/environment-proxies.ts';
import { formatCount } from '../server/transfer/database-target.ts';
import { move, type MoveSummary } from '../server/transfer/move-installation.ts';
import { printProgress } from './print-progress.ts';

const usage = `Usage: npm run move -- [options]
  --database URL      postgres://… of an empty database, or "embedded"
  --storage URL       file:, file:/path or s3://bucket?endpoint=…&region=…
  --data-dir FOLDER   DATA_DIR of the target (default: that of the source)
  --dry-run           check and count everything, but copy nothing
The source is given by DATABASE_URL, STORAGE_URL and DATA_DIR. For a bucket with other credentials, set
TARGET_S3_ACCESS_KEY_ID and TARGET_S3_SECRET_ACCESS_KEY.`;

const options = z.strictObject({
  database: z.union([z.literal('embedded'), z.url({ protocol: /^postgres(ql)?$/ })]).optional(),
  storage: z
    .string()
    .regex(/^(file:|s3:\/\/)/)
    .optional(),
  'data-dir': z.string().min(1).optional(),
  'dry-run': z.boolean(),
});

function readOptions(): z.infer<typeof options> {
  try {
    const { values } = parseArgs({
      options: {
        database: { type: 'string' },
        storage: { type: 'string' },
        'data-dir': { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      console.log(usage);
      process.exit(0);
    }
    const { help: _, ...wanted } = values;
    return options.parse(wanted);
  } catch (error) {
    const why =
      error instanceof z.ZodError
        ? error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('\n')
        : (error as Error).message;
    console.error(`${why}\n\n${usage}`);
    process.exit(2);
  }
}

function summarize({ tables, files, environment }: MoveSummary, seconds: number): void {
  const parts = [
    ...(tables ? [`${formatCount(tables.tables, 'table')} with ${formatCount(tables.rows, 'row')}`] : []),
    ...(files ? [`${formatCount(files.files, 'file')} with ${files.bytes.toLocaleString('en')} bytes`] : []),
  ];
  if (environment === null) {
    console.log(`Nothing was copied (--dry-run). To move: ${parts.join(', ')}.`);
    return;
  }
  const before = (tables?.alreadyThere ?? 0) + (files?.alreadyThere ?? 0);
  console.log(`Moved ${parts.join(', ')} in ${seconds.toFixed(0)} s. Counts and checksums match.`);
  if (before > 0)
    console.log(`${before.toLocaleString('en')} of them had already been copied by the interrupted move.`);
  console.log(`The source is unchanged. Do not start a server with it again.
Start the servers with the settings in ${environment}, which contain secrets, and your other settings.`);
}

process.umask(0o077);
const asked = readOptions();
const progress = printProgress();
try {
  const started = performance.now();
  const from = parseConfig(process.env);
  useEnvironmentProxies(process.env);
  const { TARGET_S3_ACCESS_KEY_ID: id, TARGET_S3_SECRET_ACCESS_KEY: secret } = process.env;
  if ((id === undefined) !== (secret === undefined))
    throw new ConfigError('Set both TARGET_S3_ACCESS_KEY_ID and TARGET_S3_SECRET_ACCESS_KEY.');
  const moved = await move({
    from,
    database: asked.database,
    storage: asked.storage,
    dataDir: asked['data-dir'],
    ...(id && secret && { targetEnv: { S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } }),
    dryRun: asked['dry-run'],
    jobs,
    progress,
  });
  progress.end();
  summarize(moved, (performance.now() - started) / 1000);
} catch (error) {
  progress.end();
  console.error(explainStartError(error));
  process.exitCode = 1;
}
