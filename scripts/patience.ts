/**
 * How long tests may take and wait, milliseconds. What they wait for is a condition, which is mostly there at
 * once: these are for a machine at a quarter of the speed that does much else. A test that measures none of
 * its own says nothing of time, so that there is one place for it.
 */
export const patience = {
  /** Of a test, or what runs before it. */
  test: 600_000,
  /** For a condition within a test. */
  condition: 120_000,
};
