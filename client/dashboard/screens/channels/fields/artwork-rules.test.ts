import { describe, expect, it } from 'vitest';
import { artworkProblem, fitOf, middleOf, pictureType, squareOf, storedSide } from './artwork-rules.ts';

describe('artwork', () => {
  it.each([
    ['cover.jpg', 1, null],
    ['COVER.JPEG', 10_048_576, null],
    ['cover.png', 10_048_577, 'File is too large.'],
    ['cover.svg', 100, 'File type not accepted, sorry!'],
    ['cover.png.exe', 100, 'File type not accepted, sorry!'],
    ['cover.png', 0, 'File type not accepted, sorry!'],
  ])('%s of %i bytes: %s', (name, size, problem) => expect(artworkProblem({ name, size })).toBe(problem));

  it.each([
    [[0xff, 0xd8, 0xff, 0xe0], 'image/jpeg'],
    [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'image/png'],
    [[0x47, 0x49, 0x46, 0x38], null],
    [[...new TextEncoder().encode('<svg onload=')], null],
    [[], null],
  ] as const)('is identified by its first bytes, %j', (head, type) =>
    expect(pictureType(Uint8Array.from(head))).toBe(type),
  );

  it.each([
    [1400, 1400, 'fits'],
    [3000, 3000, 'fits'],
    [3001, 3001, 'crop'],
    [1400, 2000, 'crop'],
    [1399, 1399, 'small'],
    [6000, 1399, 'small'],
  ])('of %i × %i pixels: %s', (width, height, fit) => expect(fitOf({ width, height })).toBe(fit));
});

describe('the crop of an image', () => {
  it('starts as the largest centered square', () => {
    expect(middleOf({ width: 2001, height: 1500 })).toEqual({ x: 250, y: 0, side: 1500 });
    expect(middleOf({ width: 1500, height: 2000 })).toEqual({ x: 0, y: 250, side: 1500 });
  });

  it('is in pixels of the image, within its borders and minimum size', () => {
    const size = { width: 4000, height: 3200 };
    expect(squareOf({ x: 1, y: 2.5, width: 40 }, size)).toEqual({ x: 40, y: 80, side: 1600 });
    expect(squareOf({ x: 99, y: 0, width: 1 }, size)).toEqual({ x: 2600, y: 0, side: 1400 });
    expect(squareOf({ x: -3, y: -3, width: 200 }, size)).toEqual({ x: 0, y: 0, side: 3200 });
  });

  it('is stored with at most 3000 pixels a side', () => {
    expect(storedSide({ x: 0, y: 0, side: 3200 })).toBe(3000);
    expect(storedSide({ x: 0, y: 0, side: 1500 })).toBe(1500);
  });
});
