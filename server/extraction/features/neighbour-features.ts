import { featureIndex, nearOffsets } from '../feature-names.ts';
import { stepBetween } from './frame-sums.ts';
import type { MeasuredParagraph } from './measured-paragraph.ts';

/** Sets how a paragraph's frame lies to those of the paragraphs before and after it. */
export function setSteps(row: Float32Array, index: number, list: readonly MeasuredParagraph[]): void {
  const { frame } = (list[index] as MeasuredParagraph).paragraph;
  const previous = list[index - 1]?.paragraph.frame;
  const next = list[index + 1]?.paragraph.frame;
  if (previous) {
    const [up, down] = stepBetween(previous, frame);
    row[featureIndex.risePrevious] = up;
    row[featureIndex.fallPrevious] = down;
    row[featureIndex.samePrevious] = previous.parent === frame.parent ? 1 : 0;
  } else row[featureIndex.risePrevious] = -1;
  if (next) {
    const [up, down] = stepBetween(frame, next);
    row[featureIndex.riseNext] = up;
    row[featureIndex.fallNext] = down;
    row[featureIndex.sameNext] = next.parent === frame.parent ? 1 : 0;
  } else row[featureIndex.riseNext] = -1;
}

/** Sets the pictures, players and form fields in a paragraph and near it. */
export function setMedia(row: Float32Array, index: number, list: readonly MeasuredParagraph[]): void {
  const { paragraph } = list[index] as MeasuredParagraph;
  const following = list[index + 1]?.paragraph;
  row[featureIndex.pictures] = Math.min(5, paragraph.pictures);
  row[featureIndex.picturesNext] = Math.min(5, following?.pictures ?? 0);
  row[featureIndex.media] = Math.min(5, paragraph.media);
  row[featureIndex.mediaNext] = Math.min(5, following?.media ?? 0);
  row[featureIndex.fields] = Math.min(5, paragraph.fields);
  row[featureIndex.fieldsNext] = Math.min(5, following?.fields ?? 0);
  let fieldsAround = 0;
  for (let step = -3; step <= 4; step++) fieldsAround += list[index + step]?.paragraph.fields ?? 0;
  row[featureIndex.fieldsAround] = Math.min(10, fieldsAround);
}

/** Sets what the paragraphs at the offsets `near` are like. */
export function setNeighbours(row: Float32Array, index: number, list: readonly MeasuredParagraph[]): void {
  const { path } = list[index] as MeasuredParagraph;
  nearOffsets.forEach((offset, nearAt) => {
    const other = list[index + offset];
    const features = featureIndex.near[nearAt] as (typeof featureIndex.near)[number];
    if (!other) {
      row[features.length] = -1;
      return;
    }
    row[features.length] = Math.log2(1 + other.length);
    row[features.linkDensity] = other.paragraph.linkDensity;
    row[features.heading] = other.paragraph.kind === 'heading' ? Number(other.paragraph.element.name[1]) : 0;
    row[features.prose] = other.functionWords;
    row[features.ends] = other.ends ? 1 : 0;
    row[features.path] = other.path === path ? 1 : 0;
    row[features.furniture] = other.isForeign ? 2 : other.isFurniture ? 1 : other.isDate ? 3 : 0;
  });
}
