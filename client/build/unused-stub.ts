/**
 * Replaces parts of libraries that the dashboard never calls.
 * @throws Error when one is called nevertheless
 */
export default function unusedStub(): never {
  throw new Error('This part of a library was left out of the build (vite.config.ts).');
}
