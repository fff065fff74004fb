/**
 * A file that came with a request, all of it in memory. (A `File` of the platform would copy its megabytes
 * twice.)
 */
export class UploadedFile {
  /** As the sender calls it; may be empty, or a path. */
  readonly name: string;
  /** Not enumerable: an error that prints a value would print megabytes. */
  declare readonly bytes: Uint8Array;

  constructor(name: string, bytes: Uint8Array) {
    this.name = name;
    Object.defineProperty(this, 'bytes', { value: bytes });
  }
}
