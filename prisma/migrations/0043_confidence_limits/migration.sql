--! runs with 0026_title_search
-- How sure it must be that a text is the article. The release before writes neither column, and voices what waits when an editor lets it.

-- AlterTable
ALTER TABLE "Source" ADD COLUMN     "confidenceLimit" SMALLINT NOT NULL DEFAULT 20;

-- AlterTable
ALTER TABLE "Article" ADD COLUMN     "isUnsure" BOOLEAN NOT NULL DEFAULT false;
