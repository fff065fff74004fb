/**
 * A database of countries in MaxMind's format (https://maxmind.github.io/MaxMind-DB/), of IPv4 networks of
 * eight bits.
 * @param countries by the first number of their addresses
 */
export function countryDatabase(countries: Readonly<Record<number, string>>): Buffer {
  const values: Buffer[] = [];
  let dataBytes = 0;
  /** [left, right]; a number is a node, text a country, null nothing. */
  type Record = number | { at: number } | null;
  const nodes: [Record, Record][] = [[null, null]];
  for (const [first, code] of Object.entries(countries)) {
    const value = map([['country', map([['iso_code', text(code)]])]]);
    let node = 0;
    for (let bit = 7; bit >= 0; bit--) {
      const side = (Number(first) >> bit) & 1;
      if (bit === 0) nodes[node]![side] = { at: dataBytes };
      else {
        let next = nodes[node]![side];
        if (typeof next !== 'number') {
          next = nodes.push([null, null]) - 1;
          nodes[node]![side] = next;
        }
        node = next;
      }
    }
    values.push(value);
    dataBytes += value.length;
  }
  const tree = Buffer.concat(
    nodes.flat().map((record) => {
      const number =
        record === null ? nodes.length : typeof record === 'number' ? record : nodes.length + 16 + record.at;
      return Buffer.from([number >> 16, (number >> 8) & 255, number & 255]);
    }),
  );
  const metadata = map([
    ['node_count', number(6, nodes.length, 4)],
    ['record_size', number(5, 24, 2)],
    ['ip_version', number(5, 4, 2)],
    ['database_type', text('Test-Country')],
    ['languages', Buffer.from([0, 4])],
    ['binary_format_major_version', number(5, 2, 2)],
    ['binary_format_minor_version', number(5, 0, 2)],
    ['build_epoch', Buffer.concat([Buffer.from([4, 2]), Buffer.from([0x65, 0, 0, 0])])],
    ['description', map([])],
  ]);
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    ...values,
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    metadata,
  ]);
}

const text = (value: string): Buffer =>
  Buffer.concat([Buffer.from([(2 << 5) | value.length]), Buffer.from(value)]);
const map = (entries: [string, Buffer][]): Buffer =>
  Buffer.concat([
    Buffer.from([(7 << 5) | entries.length]),
    ...entries.flatMap(([key, value]) => [longText(key), value]),
  ]);

function longText(value: string): Buffer {
  return value.length < 29
    ? text(value)
    : Buffer.concat([Buffer.from([(2 << 5) | 29, value.length - 29]), Buffer.from(value)]);
}

function number(type: 5 | 6, value: number, bytes: 2 | 4): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return Buffer.concat([Buffer.from([(type << 5) | bytes]), buffer]);
}
