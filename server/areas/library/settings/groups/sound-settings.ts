import { choice, namedGroup, text, wholeNumber } from '../../../../kernel/settings.ts';

const pause = (after: string, milliseconds: number) =>
  wholeNumber({
    unit: 'ms',
    description: `Silence after ${after}, in milliseconds.`,
    default: milliseconds,
    min: 0,
    max: 10_000,
  });

export const sound = namedGroup('sound', 'Settings of a project’s audio files.', {
  pauseSentence: pause('a sentence', 250),
  pauseParagraph: pause('a paragraph', 600),
  pauseHeading: pause('a heading', 900),
  audioBitrate: choice([64, 128], {
    as: 'bitrate',
    unit: 'kbit/s',
    description: "Bit rate of the articles' MP3 files, in kbit/s.",
    default: 64,
  }),
  // Whether there is such an image, and whether it is small enough, is looked up when it changes.
  cover: text({
    format: 'image',
    description:
      'Tag of an uploaded image for the cover of the audio files, at most 500 KB and 9 megapixels. ' +
      'Null if none.',
    default: null,
    readable: false,
  }),
});
