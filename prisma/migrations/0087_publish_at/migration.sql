--! runs with 0026_title_search
-- Until when an article is kept back, and whether that is still to be ended.
ALTER TABLE "Article" ADD COLUMN IF NOT EXISTS "publishAt" TIMESTAMPTZ(3), ADD COLUMN IF NOT EXISTS "isEmbargoed" BOOLEAN NOT NULL DEFAULT false;

-- Editors set it: a change counts, so that nobody overwrites it unseen.
CREATE OR REPLACE TRIGGER article_revised
  BEFORE UPDATE OF "title", "text", "url", "labels", "rssAutoUpdate", "author", "publishedAt", "publishAt" ON "Article" FOR EACH ROW
  WHEN ((OLD."title", OLD."text", OLD."url", OLD."labels", OLD."rssAutoUpdate", OLD."author", OLD."publishedAt", OLD."publishAt")
    IS DISTINCT FROM (NEW."title", NEW."text", NEW."url", NEW."labels", NEW."rssAutoUpdate", NEW."author", NEW."publishedAt", NEW."publishAt"))
  EXECUTE FUNCTION parlance_article_revised();

-- Feeds have it from then on, and are written anew when that is told.
CREATE OR REPLACE TRIGGER feeds_of_embargo AFTER UPDATE OF "publishAt", "isEmbargoed" ON "Article" FOR EACH ROW
  WHEN (OLD."publishAt" IS DISTINCT FROM NEW."publishAt" OR OLD."isEmbargoed" <> NEW."isEmbargoed")
  EXECUTE FUNCTION parlance_feeds_of_article();
--! one by one
-- What a data model cannot say: the order of feeds, and those that are still kept back.
DROP INDEX CONCURRENTLY IF EXISTS "Article_by_publication";
CREATE INDEX CONCURRENTLY "Article_by_publication" ON "Article" ("projectId", (coalesce("publishAt", "addedAt")) DESC, "id" DESC) WHERE "deletedAt" IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS "Article_embargoed";
CREATE INDEX CONCURRENTLY "Article_embargoed" ON "Article" ("publishAt") WHERE "isEmbargoed";
