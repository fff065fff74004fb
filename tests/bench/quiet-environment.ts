/** Environment of a measured server: one thread generates audio, and logging is off. */
export const quietEnvironment = (databaseUrl: string, dataDir: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  PORT: '0',
  DEMO: '0',
  LOG_LEVEL: 'silent',
  WORKERS: '1',
});
