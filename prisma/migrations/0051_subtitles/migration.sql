--! runs with 0026_title_search
-- Whether subtitles are read with an article. The release before writes no such column, and reads them.

-- AlterTable
ALTER TABLE "Source" ADD COLUMN     "readsSubtitles" BOOLEAN NOT NULL DEFAULT true;
