--! runs with 0026_title_search
-- What was voiced by whom, kept with every charge, and added up by the day as its cost is: reports need not look for the segments of two
-- years, which are forgotten one day. What the release before charges is of no known voice, and so is what it returns of that.

-- AlterTable
ALTER TABLE "LedgerEntry" ADD COLUMN IF NOT EXISTS "provider" TEXT,
ADD COLUMN IF NOT EXISTS "voice" TEXT;

-- AlterTable
ALTER TABLE "Charge" ADD COLUMN IF NOT EXISTS "provider" TEXT,
ADD COLUMN IF NOT EXISTS "voice" TEXT;

-- CreateTable
CREATE TABLE IF NOT EXISTS "VoiceUsage" (
    "projectId" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "provider" TEXT NOT NULL DEFAULT '',
    "voice" TEXT NOT NULL DEFAULT '',
    "characters" INTEGER NOT NULL DEFAULT 0,
    "saved" INTEGER NOT NULL DEFAULT 0,
    "cost" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "VoiceUsage_pkey" PRIMARY KEY ("projectId","day","provider","voice")
);

-- Of the days that a statement adds to, DailyUsage is first, so that nobody else adds to them meanwhile.
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
  INSERT INTO "VoiceUsage" ("projectId", "day", "provider", "voice", "characters", "saved", "cost")
  SELECT "projectId", "day", coalesce("provider", ''), coalesce("voice", ''),
    coalesce(-sum("amount") FILTER (WHERE "kind" IN ('charged', 'returned')), 0), sum("saved"), sum("cost")
  FROM added WHERE "projectId" IS NOT NULL AND "kind" IN ('charged', 'returned', 'saved') GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT ("projectId", "day", "provider", "voice") DO UPDATE
    SET "characters" = "VoiceUsage"."characters" + excluded."characters", "saved" = "VoiceUsage"."saved" + excluded."saved",
      "cost" = "VoiceUsage"."cost" + excluded."cost";
  FOR change IN SELECT "accountId", sum("amount") AS "amount" FROM added GROUP BY "accountId" HAVING sum("amount") <> 0 ORDER BY "accountId" LOOP
    UPDATE "Account" SET "balance" = "balance" + change."amount" WHERE "id" = change."accountId";
  END LOOP;
  RETURN NULL;
END $$;

-- What was charged before is of the voice of its segment. One that is being voiced may be returned yet, by whoever does not know its voice.
-- Of days that begin after they were locked, the trigger has all.
CREATE OR REPLACE FUNCTION parlance_voices_of_days(project INTEGER) RETURNS INTEGER LANGUAGE plpgsql AS $$
DECLARE
  locked date[];
BEGIN
  SELECT array_agg("day") INTO locked
  FROM (SELECT "day" FROM "DailyUsage" WHERE "projectId" = project ORDER BY "day" FOR UPDATE) d;
  DELETE FROM "VoiceUsage" WHERE "projectId" = project AND "day" = ANY(locked);
  INSERT INTO "VoiceUsage" ("projectId", "day", "provider", "voice", "characters", "saved", "cost")
  SELECT project, e."day", coalesce(e."provider", s."provider", ''), coalesce(e."voice", s."voice", ''),
    coalesce(-sum(e."amount") FILTER (WHERE e."kind" IN ('charged', 'returned')), 0), sum(e."saved"), sum(e."cost")
  FROM "LedgerEntry" e LEFT JOIN "Segment" s ON s."key" = e."segmentKey" AND s."state" = 'voiced'
  WHERE e."projectId" = project AND e."day" = ANY(locked) AND e."kind" IN ('charged', 'returned', 'saved') GROUP BY 1, 2, 3, 4;
  RETURN project;
END $$;

--! in batches
WITH batch AS (
  SELECT DISTINCT "projectId" FROM "DailyUsage" WHERE "projectId" > $1 ORDER BY "projectId" LIMIT 1
)
SELECT max(parlance_voices_of_days("projectId")) AS last FROM batch;
