--! runs with 0026_title_search
-- Whether an article waits for its review is a column of its own: it was recognised by what `heldBy` says, which a rule may be called, too.
ALTER TABLE "Article" ADD COLUMN IF NOT EXISTS "awaitsReview" BOOLEAN NOT NULL DEFAULT false;

-- The release before lets articles go on without knowing of it. What it still holds itself waits like what a rule holds.
CREATE OR REPLACE FUNCTION parlance_waits_no_longer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."awaitsReview" := false;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER article_waits_no_longer BEFORE UPDATE OF "heldBy" ON "Article" FOR EACH ROW
  WHEN (NEW."heldBy" IS NULL AND NEW."awaitsReview") EXECUTE FUNCTION parlance_waits_no_longer();

--! in batches
WITH batch AS (
  SELECT "id", "heldBy", "step", "qaStatus" FROM "Article" WHERE "id" > $1 ORDER BY "id" LIMIT 1000
), done AS (
  UPDATE "Article" t SET "awaitsReview" = true FROM batch
  WHERE t."id" = batch."id" AND batch."heldBy" = 'Quality review' AND batch."step" = 'assembled' AND batch."qaStatus" IS NOT NULL
    AND t."heldBy" = batch."heldBy" AND t."status" = 'waiting'
)
SELECT max("id") AS last FROM batch;
