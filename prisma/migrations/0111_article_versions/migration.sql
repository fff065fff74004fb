--! runs with 0026_title_search
-- What versions of an article were made of, so that they can be restored, and waveforms of their files. The release before writes neither.
-- AlterTable
ALTER TABLE "Audio" ADD COLUMN     "madeOfText" TEXT,
ADD COLUMN     "madeOfTitle" TEXT,
ADD COLUMN     "waveform" BYTEA;
