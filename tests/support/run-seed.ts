/** What this run's randomness comes from; TEST_SEED repeats another run's. */
export const seed = Number(process.env['TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
