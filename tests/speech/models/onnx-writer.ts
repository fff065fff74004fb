/**
 * Writes ONNX models (onnx.proto3 of the ONNX project, wire format of Protocol Buffers): as much of the
 * format as the test models need.
 */

type Dimensions = readonly (number | string)[];
export type ElementType = 'float' | 'int64' | 'bool';

export interface Tensor {
  name: string;
  type: ElementType;
  shape: readonly number[];
  values: readonly number[];
}

export interface Value {
  name: string;
  type: ElementType;
  /** A name stands for a size that is known only when the model runs. */
  shape: Dimensions;
}

export interface Node {
  op: string;
  inputs: readonly string[];
  outputs: readonly string[];
  attributes?: Readonly<Record<string, number | readonly number[] | Graph>>;
}

export interface Graph {
  nodes: readonly Node[];
  constants: readonly Tensor[];
  inputs: readonly Value[];
  outputs: readonly Value[];
}

const elementTypes = { float: 1, int64: 7, bool: 9 };

function varint(value: number | bigint): Buffer {
  let left = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  while (left > 0x7fn) {
    bytes.push(Number(left & 0x7fn) | 0x80);
    left >>= 7n;
  }
  return Buffer.from([...bytes, Number(left)]);
}

const number = (field: number, value: number | bigint): Buffer =>
  Buffer.concat([varint(field << 3), varint(value)]);

function bytes(field: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  return Buffer.concat([varint((field << 3) | 2), varint(content.length), content]);
}

function rawData({ type, values }: Tensor): Buffer {
  if (type === 'float') return Buffer.from(Float32Array.from(values).buffer);
  if (type === 'int64') return Buffer.from(BigInt64Array.from(values, BigInt).buffer);
  return Buffer.from(Uint8Array.from(values));
}

const tensor = (one: Tensor): Buffer[] => [
  ...one.shape.map((size) => number(1, size)),
  number(2, elementTypes[one.type]),
  bytes(8, one.name),
  bytes(9, rawData(one)),
];

function valueInfo({ name, type, shape }: Value): Buffer[] {
  const sizes = shape.map((size) => bytes(1, typeof size === 'number' ? number(1, size) : bytes(2, size)));
  return [bytes(1, name), bytes(2, bytes(1, number(1, elementTypes[type]), bytes(2, ...sizes)))];
}

function attribute(name: string, value: number | readonly number[] | Graph): Buffer[] {
  if (typeof value === 'number') return [bytes(1, name), number(3, value), number(20, 2)];
  if ('nodes' in value) return [bytes(1, name), bytes(6, ...graphFields(value)), number(20, 5)];
  return [bytes(1, name), ...value.map((one) => number(8, one)), number(20, 7)];
}

const graphFields = ({ nodes, constants, inputs, outputs }: Graph): Buffer[] => [
  ...nodes.map(({ op, inputs: from, outputs: to, attributes = {} }) =>
    bytes(
      1,
      ...from.map((name) => bytes(1, name)),
      ...to.map((name) => bytes(2, name)),
      bytes(4, op),
      ...Object.entries(attributes).map(([name, value]) => bytes(5, ...attribute(name, value))),
    ),
  ),
  bytes(2, 'tones'),
  ...constants.map((one) => bytes(5, ...tensor(one))),
  ...inputs.map((one) => bytes(11, ...valueInfo(one))),
  ...outputs.map((one) => bytes(12, ...valueInfo(one))),
];

/** A model's file (opset 17, which every runtime of these years reads). */
export const onnxModel = (graph: Graph, metadata: Readonly<Record<string, string | number>> = {}): Buffer =>
  Buffer.concat([
    number(1, 8),
    bytes(7, ...graphFields(graph)),
    bytes(8, number(2, 17)),
    ...Object.entries(metadata).map(([key, value]) => bytes(14, bytes(1, key), bytes(2, String(value)))),
  ]);
