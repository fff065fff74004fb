--! runs with 0026_title_search
-- Reasons of articles that were on hold before 0119.
--! in batches
WITH batch AS (
  SELECT "id" FROM "Article" WHERE "id" > $1 ORDER BY "id" LIMIT 1000
), done AS (
  UPDATE "Article" t SET "holdReason" = parlance_hold_reason(t) FROM batch
  WHERE t."id" = batch."id" AND t."heldBy" IS NOT NULL AND t."holdReason" IS NULL
)
SELECT max("id") AS last FROM batch;
