/**
 * Arrays as values of statements in PostgreSQL's binary format: of thousands of numbers neither side makes
 * and reads digits. https://www.postgresql.org/docs/current/protocol-overview.html#PROTOCOL-FORMAT-CODES;
 * what an array looks like is array_recv's in src/backend/utils/adt/arrayfuncs.c.
 */
type Put<Value> = (bytes: Buffer, value: Value, at: number) => void;

/** Dimensions, whether there are nulls, the type's number, and of the one dimension its length and start. */
const headBytes = 20;

/**
 * @param type its number in pg_type
 * @param size bytes of a value
 */
const arraysOf =
  <Value>(type: number, size: number, put: Put<Value>) =>
  <Item>(items: readonly Item[], valueOf: (item: Item) => Value | null): Buffer => {
    const bytes = Buffer.allocUnsafe(headBytes + items.length * (4 + size));
    let nulls = 0;
    let at = headBytes;
    for (const item of items) {
      const value = valueOf(item);
      at = bytes.writeInt32BE(value === null ? -1 : size, at);
      if (value === null) nulls = 1;
      else {
        put(bytes, value, at);
        at += size;
      }
    }
    bytes.writeInt32BE(1, 0);
    bytes.writeInt32BE(nulls, 4);
    bytes.writeInt32BE(type, 8);
    bytes.writeInt32BE(items.length, 12);
    bytes.writeInt32BE(1, 16);
    return bytes.subarray(0, at);
  };

const digits =
  (size: number): Put<string> =>
  (bytes, value, at) => {
    if (value.length !== 2 * size || bytes.write(value, at, size, 'hex') !== size)
      throw new RangeError(`These are not ${2 * size} hexadecimal digits: ${value}`);
  };

/**
 * Each makes `bool[]`, `int2[]`, … of what some items have, a value or null; `int8` and `uuid` of hexadecimal
 * digits, 16 and 32 of them. They throw RangeError if a value has another type.
 */
export const binaryArray = {
  bool: arraysOf<boolean>(16, 1, (bytes, value, at) => bytes.writeUInt8(Number(value), at)),
  int8: arraysOf<string>(20, 8, digits(8)),
  int2: arraysOf<number>(21, 2, (bytes, value, at) => bytes.writeInt16BE(value, at)),
  int4: arraysOf<number>(23, 4, (bytes, value, at) => bytes.writeInt32BE(value, at)),
  float4: arraysOf<number>(700, 4, (bytes, value, at) => bytes.writeFloatBE(value, at)),
  float8: arraysOf<number>(701, 8, (bytes, value, at) => bytes.writeDoubleBE(value, at)),
  uuid: arraysOf<string>(2950, 16, digits(16)),
};
