--! runs with 0026_title_search
-- What a day of a project cost, kept with every entry of the ledger as its characters are: reports need not add up the entries.
ALTER TABLE "DailyUsage" ADD COLUMN IF NOT EXISTS "cost" BIGINT NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION parlance_ledger_grown() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  INSERT INTO "DailyUsage" ("projectId", "day", "characters", "saved", "cost")
  SELECT "projectId", "day", coalesce(-sum("amount") FILTER (WHERE "kind" IN ('charged', 'returned')), 0), sum("saved"), sum("cost")
  FROM added WHERE "projectId" IS NOT NULL AND "kind" IN ('charged', 'returned', 'saved') GROUP BY "projectId", "day" ORDER BY "projectId", "day"
  ON CONFLICT ("projectId", "day") DO UPDATE
    SET "characters" = "DailyUsage"."characters" + excluded."characters", "saved" = "DailyUsage"."saved" + excluded."saved",
      "cost" = "DailyUsage"."cost" + excluded."cost";
  FOR change IN SELECT "accountId", sum("amount") AS "amount" FROM added GROUP BY "accountId" HAVING sum("amount") <> 0 ORDER BY "accountId" LOOP
    UPDATE "Account" SET "balance" = "balance" + change."amount" WHERE "id" = change."accountId";
  END LOOP;
  RETURN NULL;
END $$;

-- The days of a project are locked first, so that an entry is either counted here or added by its own trigger afterwards.
CREATE OR REPLACE FUNCTION parlance_cost_of_days(project INTEGER) RETURNS INTEGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM "DailyUsage" WHERE "projectId" = project ORDER BY "day" FOR UPDATE;
  UPDATE "DailyUsage" u SET "cost" = e."cost"
  FROM (
    SELECT "day", sum("cost") AS "cost" FROM "LedgerEntry"
    WHERE "projectId" = project AND "kind" IN ('charged', 'returned', 'saved') GROUP BY "day") e
  WHERE u."projectId" = project AND u."day" = e."day" AND u."cost" <> e."cost";
  RETURN project;
END $$;

--! in batches
WITH batch AS (
  SELECT DISTINCT "projectId" FROM "DailyUsage" WHERE "projectId" > $1 ORDER BY "projectId" LIMIT 1
)
SELECT max(parlance_cost_of_days("projectId")) AS last FROM batch;
