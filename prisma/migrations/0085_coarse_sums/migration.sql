--! runs with 0026_title_search
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
