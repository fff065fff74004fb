--! runs with 0026_title_search
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
