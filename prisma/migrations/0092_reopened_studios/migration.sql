--! runs with 0026_title_search
-- Resetting the password of a stopped account opened it again, but left its studio closed.

--! in batches
WITH batch AS (
  SELECT p."id", u."stoppedAt" IS NULL AND u."deletedAt" IS NULL AND p."deletedAt" = '9999-12-31Z'::timestamptz AS reopened
  FROM "Project" p JOIN "User" u ON u."id" = p."studioUserId"
  WHERE p."id" > $1 ORDER BY p."id" LIMIT 500
), opened AS (
  UPDATE "Project" SET "deletedAt" = NULL WHERE "id" IN (SELECT "id" FROM batch WHERE reopened)
)
SELECT max("id") AS last FROM batch;
