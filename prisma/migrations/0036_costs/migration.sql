--! runs with 0026_title_search
-- Sums usage and cost by day and by voice.

--! replaces 0089_cost_of_days
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

--! replaces 0090_cost_by_voice
-- What was voiced by whom, kept with every charge, and added up by the day as its cost is: reports need not look for the segments of two
-- years, which are forgotten one day. What the release before charges is of no known voice.

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

-- What the release before returns of this one's charges is of the voice that was charged, which it does not know.
CREATE OR REPLACE FUNCTION parlance_ledger_returned() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT "provider", "voice" INTO NEW."provider", NEW."voice" FROM "LedgerEntry"
  WHERE "articleId" = NEW."articleId" AND "segmentKey" = NEW."segmentKey" AND "kind" = 'charged' ORDER BY "id" DESC LIMIT 1;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER ledger_returned BEFORE INSERT ON "LedgerEntry" FOR EACH ROW
  WHEN (NEW."kind" = 'returned' AND NEW."provider" IS NULL AND NEW."segmentKey" IS NOT NULL) EXECUTE FUNCTION parlance_ledger_returned();

-- A statement locks its days in DailyUsage first, so that nobody else adds to their voices meanwhile.
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

-- What was charged before is of the voice of its segment. A segment that is still being voiced may yet be returned by the release before,
-- which does not know its voice: it stays without one. A day is locked first, as the trigger does: an entry is either counted here or added
-- by its own trigger afterwards. Answers a number that grows with projects and their days.
CREATE OR REPLACE FUNCTION parlance_voices_of_day(project INTEGER, of_day DATE) RETURNS BIGINT LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM "DailyUsage" WHERE "projectId" = project AND "day" = of_day FOR UPDATE;
  DELETE FROM "VoiceUsage" WHERE "projectId" = project AND "day" = of_day;
  INSERT INTO "VoiceUsage" ("projectId", "day", "provider", "voice", "characters", "saved", "cost")
  SELECT project, of_day, coalesce(e."provider", s."provider", ''), coalesce(e."voice", s."voice", ''),
    coalesce(-sum(e."amount") FILTER (WHERE e."kind" IN ('charged', 'returned')), 0), sum(e."saved"), sum(e."cost")
  FROM "LedgerEntry" e LEFT JOIN "Segment" s ON s."key" = e."segmentKey" AND s."state" = 'voiced'
  WHERE e."projectId" = project AND e."day" = of_day AND e."kind" IN ('charged', 'returned', 'saved') GROUP BY 3, 4;
  RETURN project::bigint * 100000 + (of_day - DATE '2000-01-01');
END $$;

--! in batches
WITH batch AS (
  SELECT "projectId", "day" FROM "DailyUsage"
  WHERE ("projectId", "day") > (($1::bigint / 100000)::int, DATE '2000-01-01' + ($1::bigint % 100000)::int)
  ORDER BY "projectId", "day" LIMIT 20
)
SELECT max(parlance_voices_of_day("projectId", "day")) AS last FROM batch;

--! replaces 0094_call_standing
-- A stored result is returned only while its caller still has the rights that the call was made with. Rows of the release before have none
-- and end within a day.

-- AlterTable
ALTER TABLE "CallStep" ADD COLUMN IF NOT EXISTS "standing" TEXT[],
ADD COLUMN IF NOT EXISTS "projects" INTEGER[];
