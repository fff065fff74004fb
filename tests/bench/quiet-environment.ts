/** Environment of a server that is asked and measured: one thread voices, and nothing is logged. */
export const quietEnvironment = (databaseUrl: string, dataDir: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  PORT: '0',
  DEMO: '0',
  LOG_LEVEL: 'silent',
  WORKERS: '1',
});
