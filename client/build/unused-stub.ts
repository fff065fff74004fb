/**
 * Stands in the dashboard's build for parts of libraries that are never called. @throws Error where one is
 * called nevertheless
 */
export default function unusedStub(): never {
  throw new Error('This part of a library was left out of the build (vite.config.ts).');
}
