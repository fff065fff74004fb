--! runs with 0026_title_search
-- Adds the time until which an article is not public, and its picture. Editors change author and date.

--! replaces 0086_author_and_date
-- Editors edit its author and its date of publication, too: a change of either counts, so that nobody overwrites it unseen.
CREATE OR REPLACE TRIGGER article_revised
  BEFORE UPDATE OF "title", "text", "url", "labels", "rssAutoUpdate", "author", "publishedAt" ON "Article" FOR EACH ROW
  WHEN ((OLD."title", OLD."text", OLD."url", OLD."labels", OLD."rssAutoUpdate", OLD."author", OLD."publishedAt")
    IS DISTINCT FROM (NEW."title", NEW."text", NEW."url", NEW."labels", NEW."rssAutoUpdate", NEW."author", NEW."publishedAt"))
  EXECUTE FUNCTION parlance_article_revised();

--! replaces 0087_publish_at
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

--! replaces 0088_article_pictures
-- The address of an article's picture, which its page, its feed or an editor gives.
ALTER TABLE "Article" ADD COLUMN IF NOT EXISTS "imageUrl" TEXT;

-- Editors change it: a change counts, so that nobody overwrites it unseen.
CREATE OR REPLACE TRIGGER article_revised
  BEFORE UPDATE OF "title", "text", "url", "labels", "rssAutoUpdate", "author", "publishedAt", "publishAt", "imageUrl" ON "Article" FOR EACH ROW
  WHEN ((OLD."title", OLD."text", OLD."url", OLD."labels", OLD."rssAutoUpdate", OLD."author", OLD."publishedAt", OLD."publishAt", OLD."imageUrl")
    IS DISTINCT FROM
    (NEW."title", NEW."text", NEW."url", NEW."labels", NEW."rssAutoUpdate", NEW."author", NEW."publishedAt", NEW."publishAt", NEW."imageUrl"))
  EXECUTE FUNCTION parlance_article_revised();

-- JSON feeds have it.
CREATE OR REPLACE TRIGGER feeds_of_picture AFTER UPDATE OF "imageUrl" ON "Article" FOR EACH ROW
  WHEN (OLD."imageUrl" IS DISTINCT FROM NEW."imageUrl")
  EXECUTE FUNCTION parlance_feeds_of_article();

--! replaces 0102_embargoes_of_duplicates
-- The embargo that an editor gave a duplicate. Without one it follows its original's, which may end sooner, too.
ALTER TABLE "Article" ADD COLUMN IF NOT EXISTS "ownPublishAt" TIMESTAMPTZ(3);

--! in batches
-- What is kept back now by an editor's hand. The partial index of embargoes finds these.
WITH batch AS (
  SELECT "id" FROM "Article" WHERE "isEmbargoed" AND "duplicateOfId" IS NOT NULL AND "id" > $1 ORDER BY "id" LIMIT 500
), done AS (
  UPDATE "Article" t SET "ownPublishAt" = t."publishAt" FROM batch
  WHERE t."id" = batch."id" AND t."ownPublishAt" IS NULL AND t."isEmbargoed" AND (
    SELECT l."userId" FROM "ArticleLog" l WHERE l."articleId" = t."id" AND l."action" = 'embargo changed' ORDER BY l."id" DESC LIMIT 1
  ) IS NOT NULL
)
SELECT max("id") AS last FROM batch;
