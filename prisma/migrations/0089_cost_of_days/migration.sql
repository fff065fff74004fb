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

-- The day of a project is locked first, so that an entry is either counted here or added by its own trigger afterwards.
-- Answers a number that grows with projects and their days.
CREATE OR REPLACE FUNCTION parlance_cost_of_day(project INTEGER, of_day DATE) RETURNS BIGINT LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM "DailyUsage" WHERE "projectId" = project AND "day" = of_day FOR UPDATE;
  UPDATE "DailyUsage" SET "cost" = coalesce((
    SELECT sum("cost") FROM "LedgerEntry"
    WHERE "projectId" = project AND "day" = of_day AND "kind" IN ('charged', 'returned', 'saved')), 0)
  WHERE "projectId" = project AND "day" = of_day;
  RETURN project::bigint * 100000 + (of_day - DATE '2000-01-01');
END $$;

--! in batches
WITH batch AS (
  SELECT "projectId", "day" FROM "DailyUsage"
  WHERE ("projectId", "day") > (($1::bigint / 100000)::int, DATE '2000-01-01' + ($1::bigint % 100000)::int)
  ORDER BY "projectId", "day" LIMIT 20
)
SELECT max(parlance_cost_of_day("projectId", "day")) AS last FROM batch;
