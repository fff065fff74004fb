--! runs with 0026_title_search
-- What all spellings of an article's address have in common, by which pages ask for it (server/text/address-key.ts). The server makes the
-- keys of what is there once it has started; until then, and while the release before goes on writing, a key that is not known is null.
ALTER TABLE "Article" ADD COLUMN IF NOT EXISTS "addressKey" TEXT;

-- The release before changes addresses and knows of no keys.
CREATE OR REPLACE FUNCTION parlance_address_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."addressKey" := NULL;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER article_address_changed BEFORE UPDATE OF "url" ON "Article" FOR EACH ROW
  WHEN (OLD."url" IS DISTINCT FROM NEW."url" AND OLD."addressKey" = NEW."addressKey")
  EXECUTE FUNCTION parlance_address_changed();
--! one by one
DROP INDEX CONCURRENTLY IF EXISTS "Article_address";
CREATE INDEX CONCURRENTLY "Article_address" ON "Article" ("projectId", md5("addressKey"));
DROP INDEX CONCURRENTLY IF EXISTS "Article_without_key";
CREATE INDEX CONCURRENTLY "Article_without_key" ON "Article" ("id") WHERE "addressKey" IS NULL AND "url" IS NOT NULL;
--! in batches
-- Episodes of groups that are called by an article that was deleted or is called otherwise by now get another name, and a file with that.
WITH batch AS (
  SELECT "id" FROM "Episode" WHERE "id" > $1 AND "period" LIKE 'group %' AND "publishedAt" IS NOT NULL AND "deletedAt" IS NULL
  ORDER BY "id" LIMIT 500
), done AS (UPDATE "Episode" e SET "content" = NULL FROM batch WHERE e."id" = batch."id")
SELECT max("id") AS last FROM batch
