/** What the server takes (server/product.ts); told before anything is sent. */
export const soundMaxBytes = 32 * 1024 * 1024;
export const coverMaxBytes = 500_000;

type Given = Pick<File, 'name' | 'size'>;

/** @returns why a file cannot be a sound; null: it may be one */
export function soundProblem({ name, size }: Given): string | null {
  if (!/\.(mp3|wav)$/i.test(name)) return 'Only .mp3 and .wav files can be uploaded.';
  if (size === 0) return 'The file is empty.';
  return size > soundMaxBytes ? 'The file is larger than 32 MB.' : null;
}

/** @returns why a file cannot be a cover; null: it may be one */
export function coverProblem({ name, size }: Given): string | null {
  if (!/\.(jpe?g|png)$/i.test(name)) return 'Only JPEG and PNG pictures can be uploaded.';
  if (size === 0) return 'The file is empty.';
  return size > coverMaxBytes ? 'The picture is larger than 500 KB.' : null;
}
