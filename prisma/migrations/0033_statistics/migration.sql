--! runs with 0026_title_search
-- Adds reports with listeners, coarse sums, podcast downloads, shares and mails.

--! replaces 0054_statistics
-- What reports are made of: teasers told from whole articles, how far listeners came, and who listened by day. The release before
-- writes none of it; what it sums meanwhile is put right by scripts/recount-listening.ts --repair.

-- AlterTable
ALTER TABLE "ListeningHour" ADD COLUMN     "reached" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN     "teaserFinishes" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "teaserListens" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "teaserViews" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "PlayerEvent" ADD COLUMN     "teaser" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "ListenerDay" (
    "projectId" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "listeners" INTEGER NOT NULL,
    "teaserListeners" INTEGER NOT NULL,
    "wholeListeners" INTEGER NOT NULL,
    "bothListeners" INTEGER NOT NULL,
    "sketch" BYTEA NOT NULL,
    "teaserSketch" BYTEA,
    "wholeSketch" BYTEA,

    CONSTRAINT "ListenerDay_pkey" PRIMARY KEY ("projectId","day")
);

-- CreateTable
CREATE TABLE "DayListener" (
    "projectId" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "listener" BIGINT NOT NULL,
    "teaser" BOOLEAN NOT NULL,
    "whole" BOOLEAN NOT NULL,

    CONSTRAINT "DayListener_pkey" PRIMARY KEY ("projectId","day","listener")
);

-- CreateIndex
CREATE INDEX "DayListener_day_idx" ON "DayListener"("day");

--! replaces 0070_statistics_shares
-- Reports that are shared by a link, that somebody pinned to the dashboard, and up to which day they were mailed. The release before
-- mails and shares none.

-- CreateTable
CREATE TABLE "StatisticsShare" (
    "id" SERIAL NOT NULL,
    "projectId" INTEGER NOT NULL,
    "token" TEXT NOT NULL,
    "report" TEXT NOT NULL,
    "period" TEXT,
    "firstDay" DATE,
    "lastDay" DATE,
    "passwordHash" TEXT,
    "embeddable" BOOLEAN NOT NULL DEFAULT false,
    "ofMail" BOOLEAN NOT NULL DEFAULT false,
    "createdById" INTEGER,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "StatisticsShare_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "StatisticsPin" (
    "id" SERIAL NOT NULL,
    "userId" INTEGER NOT NULL,
    "projectId" INTEGER NOT NULL,
    "report" TEXT NOT NULL,
    "period" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "StatisticsPin_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ReportMail" (
    "projectId" INTEGER NOT NULL,
    "period" TEXT NOT NULL,
    "through" DATE NOT NULL,

    CONSTRAINT "ReportMail_pkey" PRIMARY KEY ("projectId","period")
);

-- CreateIndex
CREATE UNIQUE INDEX "StatisticsShare_token_key" ON "StatisticsShare"("token");

-- CreateIndex
CREATE INDEX "StatisticsShare_projectId_id_idx" ON "StatisticsShare"("projectId", "id");

-- CreateIndex
CREATE INDEX "StatisticsPin_projectId_idx" ON "StatisticsPin"("projectId");

-- CreateIndex
CREATE UNIQUE INDEX "StatisticsPin_userId_projectId_report_period_key" ON "StatisticsPin"("userId", "projectId", "report", "period");

-- AddForeignKey
ALTER TABLE "StatisticsShare" ADD CONSTRAINT "StatisticsShare_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StatisticsShare" ADD CONSTRAINT "StatisticsShare_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StatisticsPin" ADD CONSTRAINT "StatisticsPin_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StatisticsPin" ADD CONSTRAINT "StatisticsPin_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReportMail" ADD CONSTRAINT "ReportMail_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

--! replaces 0075_measured
-- What reports lack: the voice of a segment and the author of an article, how far ads came, where in an article it was heard, and
-- downloads of podcasts. The release before writes none of it.

-- AlterTable
ALTER TABLE "Article" ADD COLUMN     "author" TEXT;

-- AlterTable
ALTER TABLE "Segment" ADD COLUMN     "voice" TEXT;

-- AlterTable
ALTER TABLE "ListeningHour" ADD COLUMN     "ads" INTEGER[] DEFAULT ARRAY[]::INTEGER[];

-- AlterTable
ALTER TABLE "ListeningProgress" ADD COLUMN     "at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "ArticleHeard" (
    "projectId" INTEGER NOT NULL,
    "articleId" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "teaser" BOOLEAN NOT NULL,
    "plays" INTEGER NOT NULL,
    "durationMs" INTEGER NOT NULL,
    "parts" INTEGER[],

    CONSTRAINT "ArticleHeard_pkey" PRIMARY KEY ("projectId","articleId","day","teaser")
);

-- CreateTable
CREATE TABLE "DownloadHour" (
    "projectId" INTEGER NOT NULL,
    "channelId" INTEGER NOT NULL,
    "episodeId" INTEGER NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "app" TEXT NOT NULL,
    "device" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "downloads" INTEGER NOT NULL,

    CONSTRAINT "DownloadHour_pkey" PRIMARY KEY ("projectId","hour","channelId","episodeId","app","device","country")
);

-- CreateTable
CREATE TABLE "DownloadSeen" (
    "day" DATE NOT NULL,
    "key" BYTEA NOT NULL,
    "got" INTEGER[],
    "counted" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "DownloadSeen_pkey" PRIMARY KEY ("day","key")
);

-- CreateTable
CREATE TABLE "DownloadKey" (
    "day" DATE NOT NULL,
    "key" BYTEA NOT NULL,

    CONSTRAINT "DownloadKey_pkey" PRIMARY KEY ("day")
);

--! replaces 0085_coarse_sums
-- Sums of sums, so that reports of two years read few rows: hours of a whole project, days and months of an article, and sketches of
-- weeks and months. They are filled by and by from what is there (server/areas/listening/coarse-sums.ts), and are read as far as they go.
-- Triggers keep them right, whoever writes what they are made of: the release before does, and knows nothing of them.

-- CreateTable
CREATE TABLE "CoarseListening" (
    "projectId" INTEGER NOT NULL,
    "until" TIMESTAMPTZ(0) NOT NULL,

    CONSTRAINT "CoarseListening_pkey" PRIMARY KEY ("projectId")
);

-- CreateTable
CREATE TABLE "ProjectHour" (
    "projectId" INTEGER NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "rows" INTEGER NOT NULL,
    "views" INTEGER NOT NULL,
    "listens" INTEGER NOT NULL,
    "finishes" INTEGER NOT NULL,
    "heardMs" BIGINT NOT NULL,
    "teaserViews" INTEGER NOT NULL,
    "teaserListens" INTEGER NOT NULL,
    "reached" INTEGER[],
    "ads" INTEGER[],

    CONSTRAINT "ProjectHour_pkey" PRIMARY KEY ("projectId","hour")
);

-- CreateTable
CREATE TABLE "ListeningDay" (
    "projectId" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "articleId" INTEGER NOT NULL,
    "channelId" INTEGER NOT NULL,
    "rows" INTEGER NOT NULL,
    "views" INTEGER NOT NULL,
    "listens" INTEGER NOT NULL,
    "finishes" INTEGER NOT NULL,
    "heardMs" BIGINT NOT NULL,

    CONSTRAINT "ListeningDay_pkey" PRIMARY KEY ("projectId","day","articleId","channelId")
);

-- CreateTable
CREATE TABLE "ListeningMonth" (
    "projectId" INTEGER NOT NULL,
    "month" DATE NOT NULL,
    "articleId" INTEGER NOT NULL,
    "channelId" INTEGER NOT NULL,
    "rows" INTEGER NOT NULL,
    "views" INTEGER NOT NULL,
    "listens" INTEGER NOT NULL,
    "finishes" INTEGER NOT NULL,
    "heardMs" BIGINT NOT NULL,

    CONSTRAINT "ListeningMonth_pkey" PRIMARY KEY ("projectId","month","articleId","channelId")
);

-- CreateTable
CREATE TABLE "ListenerPeriod" (
    "projectId" INTEGER NOT NULL,
    "grain" TEXT NOT NULL,
    "begin" DATE NOT NULL,
    "end" DATE NOT NULL,
    "outdated" BOOLEAN NOT NULL DEFAULT false,
    "sketch" BYTEA NOT NULL,
    "teaserSketch" BYTEA,
    "wholeSketch" BYTEA,

    CONSTRAINT "ListenerPeriod_pkey" PRIMARY KEY ("projectId","grain","begin")
);

-- What a data model cannot say: those that are made again are looked for among many that are not.
CREATE INDEX "ListenerPeriod_outdated" ON "ListenerPeriod" ("projectId") WHERE "outdated";

-- Adds what changes in hours that are in coarser sums already to those: of a statement as a whole, in its transaction. Whoever moves
-- "CoarseListening" forward holds "ListeningProgress"; so does whoever writes hours, or else waits for it here.
CREATE FUNCTION coarsen_listening() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed text;
BEGIN
  PERFORM FROM "ListeningProgress" FOR UPDATE;
  -- Nearly always all of it is of the last hours, which are in no coarser sum yet.
  IF TG_OP = 'DELETE' THEN
    PERFORM FROM old_rows h JOIN "CoarseListening" c USING ("projectId") WHERE h."hour" < c."until" LIMIT 1;
  ELSE
    PERFORM FROM new_rows h JOIN "CoarseListening" c USING ("projectId") WHERE h."hour" < c."until" LIMIT 1;
  END IF;
  IF NOT FOUND AND TG_OP = 'UPDATE' THEN
    PERFORM FROM old_rows h JOIN "CoarseListening" c USING ("projectId") WHERE h."hour" < c."until" LIMIT 1;
  END IF;
  IF NOT FOUND THEN RETURN NULL; END IF;
  changed := CASE TG_OP
    WHEN 'INSERT' THEN 'SELECT 1 AS sign, n.* FROM new_rows n'
    WHEN 'DELETE' THEN 'SELECT -1 AS sign, o.* FROM old_rows o'
    ELSE 'SELECT 1 AS sign, n.* FROM new_rows n UNION ALL SELECT -1, o.* FROM old_rows o' END;
  EXECUTE format($sql$
    WITH late AS MATERIALIZED (
      SELECT h.*, date_trunc('month', h."hour" AT TIME ZONE 'UTC') AS month, c."until" AT TIME ZONE 'UTC' AS done
      FROM (%s) h JOIN "CoarseListening" c USING ("projectId") WHERE h."hour" < c."until"
    ), hours AS (
      INSERT INTO "ProjectHour" AS t ("projectId", "hour", "rows", "views", "listens", "finishes", "heardMs", "teaserViews", "teaserListens", "reached", "ads")
      SELECT "projectId", "hour", sum(sign), sum(sign * "views"), sum(sign * "listens"), sum(sign * "finishes"), sum(sign * "heardMs"),
        sum(sign * "teaserViews"), sum(sign * "teaserListens"),
        CASE WHEN bool_or("reached" <> '{}') THEN ARRAY[%s] ELSE '{}' END, CASE WHEN bool_or("ads" <> '{}') THEN ARRAY[%s] ELSE '{}' END
      FROM late GROUP BY 1, 2
      ON CONFLICT ("projectId", "hour") DO UPDATE SET "rows" = t."rows" + excluded."rows", "views" = t."views" + excluded."views",
        "listens" = t."listens" + excluded."listens", "finishes" = t."finishes" + excluded."finishes", "heardMs" = t."heardMs" + excluded."heardMs",
        "teaserViews" = t."teaserViews" + excluded."teaserViews", "teaserListens" = t."teaserListens" + excluded."teaserListens",
        "reached" = ARRAY(SELECT coalesce(a, 0) + coalesce(b, 0) FROM unnest(t."reached", excluded."reached") WITH ORDINALITY AS r(a, b, n) ORDER BY n),
        "ads" = ARRAY(SELECT coalesce(a, 0) + coalesce(b, 0) FROM unnest(t."ads", excluded."ads") WITH ORDINALITY AS r(a, b, n) ORDER BY n)
    ), days AS (
      INSERT INTO "ListeningDay" AS t ("projectId", "day", "articleId", "channelId", "rows", "views", "listens", "finishes", "heardMs")
      SELECT "projectId", ("hour" AT TIME ZONE 'UTC')::date, "articleId", "channelId", sum(sign), sum(sign * "views"), sum(sign * "listens"),
        sum(sign * "finishes"), sum(sign * "heardMs")
      FROM late GROUP BY 1, 2, 3, 4
      ON CONFLICT ("projectId", "day", "articleId", "channelId") DO UPDATE SET "rows" = t."rows" + excluded."rows",
        "views" = t."views" + excluded."views", "listens" = t."listens" + excluded."listens", "finishes" = t."finishes" + excluded."finishes",
        "heardMs" = t."heardMs" + excluded."heardMs"
    ) INSERT INTO "ListeningMonth" AS t ("projectId", "month", "articleId", "channelId", "rows", "views", "listens", "finishes", "heardMs")
      SELECT "projectId", month::date, "articleId", "channelId", sum(sign), sum(sign * "views"), sum(sign * "listens"), sum(sign * "finishes"),
        sum(sign * "heardMs")
      FROM late WHERE month + interval '1 month' <= done GROUP BY 1, 2, 3, 4
      ON CONFLICT ("projectId", "month", "articleId", "channelId") DO UPDATE SET "rows" = t."rows" + excluded."rows",
        "views" = t."views" + excluded."views", "listens" = t."listens" + excluded."listens", "finishes" = t."finishes" + excluded."finishes",
        "heardMs" = t."heardMs" + excluded."heardMs"
    $sql$, changed,
    (SELECT string_agg(format('sum(sign * coalesce("reached"[%s], 0))', n), ', ') FROM generate_series(1, 9) n),
    (SELECT string_agg(format('sum(sign * coalesce("ads"[%s], 0))', n), ', ') FROM generate_series(1, 5) n));
  -- What no hour is in any more is not the same as an hour with nothing in it.
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM "ProjectHour" t USING (SELECT DISTINCT "projectId", "hour" FROM old_rows) o
      WHERE t."projectId" = o."projectId" AND t."hour" = o."hour" AND t."rows" = 0;
    DELETE FROM "ListeningDay" t USING
      (SELECT DISTINCT "projectId", ("hour" AT TIME ZONE 'UTC')::date AS "day", "articleId", "channelId" FROM old_rows) o
      WHERE t."projectId" = o."projectId" AND t."day" = o."day" AND t."articleId" = o."articleId" AND t."channelId" = o."channelId" AND t."rows" = 0;
    DELETE FROM "ListeningMonth" t USING
      (SELECT DISTINCT "projectId", date_trunc('month', "hour" AT TIME ZONE 'UTC')::date AS "month", "articleId", "channelId" FROM old_rows) o
      WHERE t."projectId" = o."projectId" AND t."month" = o."month" AND t."articleId" = o."articleId" AND t."channelId" = o."channelId" AND t."rows" = 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER coarsen_inserted AFTER INSERT ON "ListeningHour" REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION coarsen_listening();
CREATE TRIGGER coarsen_updated AFTER UPDATE ON "ListeningHour" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION coarsen_listening();
CREATE TRIGGER coarsen_deleted AFTER DELETE ON "ListeningHour" REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION coarsen_listening();

-- A day that is written outdates the week and the month in which it lies.
CREATE FUNCTION outdate_listeners() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "ListeningProgress" FOR UPDATE;
  -- OLD has nothing where a day is new, NEW nothing where it goes.
  UPDATE "ListenerPeriod" SET "outdated" = true WHERE NOT "outdated" AND ("projectId", "grain", "begin") IN (
    (OLD."projectId", 'week', date_trunc('week', OLD."day"::timestamp)::date), (OLD."projectId", 'month', date_trunc('month', OLD."day"::timestamp)::date),
    (NEW."projectId", 'week', date_trunc('week', NEW."day"::timestamp)::date), (NEW."projectId", 'month', date_trunc('month', NEW."day"::timestamp)::date));
  RETURN NULL;
END $$;
CREATE TRIGGER outdate_listeners AFTER INSERT OR UPDATE OR DELETE ON "ListenerDay" FOR EACH ROW EXECUTE FUNCTION outdate_listeners();

-- What is emptied at once is told by no rows.
CREATE FUNCTION forget_coarse_sums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "ListeningProgress" FOR UPDATE;
  IF TG_TABLE_NAME = 'ListenerDay' THEN
    DELETE FROM "ListenerPeriod";
  ELSE
    DELETE FROM "CoarseListening";
    DELETE FROM "ProjectHour";
    DELETE FROM "ListeningDay";
    DELETE FROM "ListeningMonth";
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER forget_coarse_sums AFTER TRUNCATE ON "ListeningHour" FOR EACH STATEMENT EXECUTE FUNCTION forget_coarse_sums();
CREATE TRIGGER forget_periods AFTER TRUNCATE ON "ListenerDay" FOR EACH STATEMENT EXECUTE FUNCTION forget_coarse_sums();

--! replaces 0103_player_sightings
-- What each web player last met: its channel's list shows it, and how many requests started nothing.
CREATE TABLE "PlayerSighting" (
    "channelId" INTEGER NOT NULL,
    "seenUrl" TEXT,
    "seenAt" TIMESTAMPTZ(3),
    "missedUrl" TEXT,
    "missedAt" TIMESTAMPTZ(3),
    "refusedOn" DATE NOT NULL,
    "refused" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "PlayerSighting_pkey" PRIMARY KEY ("channelId")
);

ALTER TABLE "PlayerSighting" ADD CONSTRAINT "PlayerSighting_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "Channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;
