--! runs with 0026_title_search
-- Adds webhooks with events, deliveries and attempts.

--! replaces 0108_webhooks
-- Webhooks: endpoints of organizations and projects, what happened, and what became of each message. The release before sends none.
-- CreateEnum
CREATE TYPE "WebhookDeliveryState" AS ENUM ('pending', 'delivered', 'failed');

-- CreateTable
CREATE TABLE "WebhookEndpoint" (
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "organizationId" INTEGER,
    "projectId" INTEGER,
    "credentials" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "format" TEXT NOT NULL DEFAULT 'standard',
    "kinds" TEXT[],
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "disabledReason" TEXT,
    "disabledAt" TIMESTAMPTZ(3),
    "previousSecretUntil" TIMESTAMPTZ(3),
    "failingSince" TIMESTAMPTZ(3),
    "lastFailureAt" TIMESTAMPTZ(3),
    "lastSuccessAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "WebhookEndpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookEvent" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "organizationId" INTEGER,
    "projectId" INTEGER,
    "data" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "WebhookEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookDelivery" (
    "id" SERIAL NOT NULL,
    "endpointId" INTEGER NOT NULL,
    "eventId" INTEGER NOT NULL,
    "subject" TEXT NOT NULL,
    "state" "WebhookDeliveryState" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "firstAttemptAt" TIMESTAMPTZ(3),
    "nextAttemptAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "leasedUntil" TIMESTAMPTZ(3),
    "body" TEXT,

    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookAttempt" (
    "id" SERIAL NOT NULL,
    "deliveryId" INTEGER NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "durationMs" INTEGER NOT NULL,
    "status" INTEGER,
    "response" TEXT,
    "error" TEXT,
    "errorNotices" JSONB,

    CONSTRAINT "WebhookAttempt_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "WebhookEndpoint_key_key" ON "WebhookEndpoint"("key");

-- CreateIndex
CREATE INDEX "WebhookEndpoint_organizationId_idx" ON "WebhookEndpoint"("organizationId");

-- CreateIndex
CREATE INDEX "WebhookEndpoint_projectId_idx" ON "WebhookEndpoint"("projectId");

-- CreateIndex
CREATE INDEX "WebhookEvent_organizationId_id_idx" ON "WebhookEvent"("organizationId", "id");

-- CreateIndex
CREATE INDEX "WebhookEvent_projectId_id_idx" ON "WebhookEvent"("projectId", "id");

-- CreateIndex
CREATE INDEX "WebhookEvent_createdAt_idx" ON "WebhookEvent"("createdAt");

-- CreateIndex
CREATE INDEX "WebhookDelivery_eventId_idx" ON "WebhookDelivery"("eventId");

-- CreateIndex
CREATE UNIQUE INDEX "WebhookDelivery_endpointId_eventId_key" ON "WebhookDelivery"("endpointId", "eventId");

-- CreateIndex
CREATE INDEX "WebhookAttempt_deliveryId_id_idx" ON "WebhookAttempt"("deliveryId", "id");

-- AddForeignKey
ALTER TABLE "WebhookEndpoint" ADD CONSTRAINT "WebhookEndpoint_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookEndpoint" ADD CONSTRAINT "WebhookEndpoint_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookEvent" ADD CONSTRAINT "WebhookEvent_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_endpointId_fkey" FOREIGN KEY ("endpointId") REFERENCES "WebhookEndpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_eventId_fkey" FOREIGN KEY ("eventId") REFERENCES "WebhookEvent"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookAttempt" ADD CONSTRAINT "WebhookAttempt_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "WebhookDelivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "WebhookEndpoint" ADD CONSTRAINT "WebhookEndpoint_owner" CHECK (num_nonnulls("organizationId", "projectId") = 1);

-- What is due, and what waits for an earlier message about the same thing.
CREATE INDEX "WebhookDelivery_pending" ON "WebhookDelivery" ("endpointId", "nextAttemptAt") WHERE "state" = 'pending';
CREATE INDEX "WebhookDelivery_order" ON "WebhookDelivery" ("endpointId", "subject", "eventId") WHERE "state" = 'pending';

-- Records what happened if an endpoint subscribes to it, with a message for each that is enabled. A kind of event about one thing is recorded
-- once in a transaction.
CREATE FUNCTION parlance_webhook(event_kind text, about text, project integer, organization integer, event_data jsonb) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE event integer;
BEGIN
  IF NOT EXISTS (SELECT FROM "WebhookEndpoint" e
      WHERE (e."projectId" = project OR e."organizationId" = organization) AND event_kind = ANY (e."kinds"))
    OR EXISTS (SELECT FROM "WebhookEvent" w
      WHERE w."createdAt" = now()::timestamptz(3) AND w."kind" = event_kind AND w."subject" = about)
  THEN
    RETURN;
  END IF;
  INSERT INTO "WebhookEvent" ("kind", "subject", "projectId", "organizationId", "data")
    VALUES (event_kind, about, project, organization, event_data) RETURNING "id" INTO event;
  INSERT INTO "WebhookDelivery" ("endpointId", "eventId", "subject")
    SELECT e."id", event, about FROM "WebhookEndpoint" e
    WHERE (e."projectId" = project OR e."organizationId" = organization) AND event_kind = ANY (e."kinds") AND e."enabled"
    ORDER BY e."id";
  PERFORM pg_notify('parlance_events', 'webhooks');
END $$;

CREATE FUNCTION parlance_project_webhook(event_kind text, about text, project integer, event_data jsonb) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE place record;
BEGIN
  SELECT "organizationId", "name" INTO place FROM "Project"
    WHERE "id" = project AND "deletedAt" IS NULL AND "studioUserId" IS NULL;
  IF FOUND THEN
    PERFORM parlance_webhook(event_kind, about, project, place."organizationId",
      jsonb_build_object('project', jsonb_build_object('id', project, 'name', place."name")) || event_data);
  END IF;
END $$;

CREATE FUNCTION parlance_webhook_article(article "Article") RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('article', jsonb_build_object('id', article."id", 'title', article."title", 'url', article."url",
    'status', article."status"));
$$;

-- Whether listeners can get an article's audio.
CREATE FUNCTION parlance_is_published(article "Article") RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT article."audio" IS NOT NULL AND article."deletedAt" IS NULL AND NOT article."isEmbargoed" AND article."status" <> 'rejected';
$$;

CREATE FUNCTION parlance_article_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  about text := 'article ' || NEW."id";
  described jsonb := parlance_webhook_article(NEW);
  audio jsonb := jsonb_build_object('audio', CASE WHEN NEW."audio" IS NOT NULL THEN
    jsonb_build_object('file', NEW."audio", 'durationMs', NEW."audioMs") END);
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM parlance_project_webhook('article.created', about, NEW."projectId", described);
    RETURN NULL;
  END IF;
  IF NEW."deletedAt" IS NOT NULL THEN
    IF OLD."deletedAt" IS NULL THEN
      PERFORM parlance_project_webhook('article.deleted', about, NEW."projectId", described);
    END IF;
    RETURN NULL;
  END IF;
  IF OLD."deletedAt" IS NOT NULL THEN
    PERFORM parlance_project_webhook('article.restored', about, NEW."projectId", described);
  ELSIF OLD."revision" <> NEW."revision" THEN
    PERFORM parlance_project_webhook('article.updated', about, NEW."projectId", described);
  END IF;
  IF OLD."heldBy" IS NULL AND NEW."heldBy" IS NOT NULL THEN
    PERFORM parlance_project_webhook('article.on_hold', about, NEW."projectId",
      described || jsonb_build_object('reason', NEW."heldBy"));
  END IF;
  IF OLD."status" <> NEW."status" AND NEW."status" IN ('errored', 'rejected', 'limit_reached') THEN
    PERFORM parlance_project_webhook('article.failed', about, NEW."projectId",
      described || jsonb_build_object('reason', NEW."error"));
  END IF;
  IF OLD."status" <> NEW."status" AND NEW."status" = 'ready' THEN
    PERFORM parlance_project_webhook('article.ready', about, NEW."projectId", described || audio);
  END IF;
  IF parlance_is_published(NEW) AND NOT parlance_is_published(OLD) THEN
    PERFORM parlance_project_webhook('article.published', about, NEW."projectId", described || audio);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER webhooks_of_new_article AFTER INSERT ON "Article" FOR EACH ROW EXECUTE FUNCTION parlance_article_webhooks();
CREATE TRIGGER webhooks_of_article AFTER UPDATE ON "Article" FOR EACH ROW
  WHEN ((OLD."revision", OLD."status", OLD."heldBy", OLD."audio", OLD."isEmbargoed", OLD."deletedAt")
    IS DISTINCT FROM (NEW."revision", NEW."status", NEW."heldBy", NEW."audio", NEW."isEmbargoed", NEW."deletedAt"))
  EXECUTE FUNCTION parlance_article_webhooks();

CREATE FUNCTION parlance_episode_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was boolean := TG_OP = 'UPDATE' AND OLD."publishedAt" IS NOT NULL AND OLD."file" IS NOT NULL AND OLD."deletedAt" IS NULL;
  now_is boolean := NEW."publishedAt" IS NOT NULL AND NEW."file" IS NOT NULL AND NEW."deletedAt" IS NULL;
  place record;
BEGIN
  IF was = now_is THEN
    RETURN NULL;
  END IF;
  SELECT "id", "projectId" INTO place FROM "Channel" WHERE "id" = NEW."channelId" AND "deletedAt" IS NULL;
  IF FOUND THEN
    PERFORM parlance_project_webhook(CASE WHEN now_is THEN 'episode.published' ELSE 'episode.removed' END,
      'episode ' || NEW."id", place."projectId",
      jsonb_build_object('channel', jsonb_build_object('id', place."id"), 'episode', jsonb_build_object(
        'id', NEW."id", 'guid', NEW."guid", 'title', NEW."title", 'durationMs', NEW."durationMs")));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER webhooks_of_episode AFTER INSERT OR UPDATE OF "publishedAt", "file", "deletedAt" ON "Episode" FOR EACH ROW
  EXECUTE FUNCTION parlance_episode_webhooks();

CREATE FUNCTION parlance_playlist_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM parlance_project_webhook('playlist.changed', 'playlist ' || NEW."id", NEW."projectId", jsonb_build_object(
    'playlist', jsonb_build_object('id', NEW."id", 'name', NEW."name"),
    'change', CASE WHEN TG_OP = 'INSERT' THEN 'created' WHEN NEW."deletedAt" IS NOT NULL THEN 'deleted'
      WHEN OLD."deletedAt" IS NOT NULL THEN 'restored' ELSE 'updated' END));
  RETURN NULL;
END $$;
CREATE TRIGGER webhooks_of_new_playlist AFTER INSERT ON "Playlist" FOR EACH ROW EXECUTE FUNCTION parlance_playlist_webhooks();
CREATE TRIGGER webhooks_of_playlist AFTER UPDATE OF "revision", "arrangedAt", "deletedAt" ON "Playlist" FOR EACH ROW
  WHEN ((OLD."revision", OLD."arrangedAt", OLD."deletedAt") IS DISTINCT FROM (NEW."revision", NEW."arrangedAt", NEW."deletedAt"))
  EXECUTE FUNCTION parlance_playlist_webhooks();

CREATE FUNCTION parlance_deployment_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM parlance_project_webhook(CASE NEW."status" WHEN 'starting' THEN 'deployment.started' WHEN 'finished' THEN 'deployment.finished'
      ELSE 'deployment.failed' END, 'deployment ' || NEW."id", c."projectId",
    jsonb_build_object('channel', jsonb_build_object('id', c."id"), 'deployment', jsonb_build_object(
      'id', NEW."id", 'status', NEW."status", 'description', NEW."description")))
    FROM "Channel" c WHERE c."id" = NEW."channelId";
  RETURN NULL;
END $$;
CREATE TRIGGER webhooks_of_new_deployment AFTER INSERT ON "Deployment" FOR EACH ROW EXECUTE FUNCTION parlance_deployment_webhooks();
CREATE TRIGGER webhooks_of_deployment AFTER UPDATE OF "status" ON "Deployment" FOR EACH ROW WHEN (OLD."status" <> NEW."status")
  EXECUTE FUNCTION parlance_deployment_webhooks();

-- All that was found in a version at once is one event.
CREATE FUNCTION parlance_finding_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM parlance_project_webhook('review.findings', 'article ' || a."id", a."projectId", parlance_webhook_article(a)
      || jsonb_build_object('findings', f."findings", 'weight', f."weight"))
    FROM (SELECT "version", count(*) AS "findings", sum("weight") AS "weight" FROM added GROUP BY "version") f
    JOIN "Audio" u ON u."version" = f."version" JOIN "Article" a ON a."id" = u."articleId" AND a."deletedAt" IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER webhooks_of_findings AFTER INSERT ON "Finding" REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION parlance_finding_webhooks();

CREATE FUNCTION parlance_review_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM parlance_project_webhook('review.completed', 'article ' || a."id", a."projectId",
    parlance_webhook_article(a) || jsonb_build_object('rating', NEW."rating"))
    FROM "Article" a WHERE a."id" = NEW."articleId" AND a."deletedAt" IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER webhooks_of_review AFTER INSERT ON "Review" FOR EACH ROW EXECUTE FUNCTION parlance_review_webhooks();

-- Prepaid characters went below 100,000, below 10,000 or were used up. Of a private project, its owner's account pays.
CREATE FUNCTION parlance_balance_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  crossed bigint := CASE WHEN NEW."balance" <= 0 AND OLD."balance" > 0 THEN 0 WHEN NEW."balance" <= 10000 AND OLD."balance" > 10000 THEN 10000
    WHEN NEW."balance" <= 100000 AND OLD."balance" > 100000 THEN 100000 END;
  described jsonb := jsonb_build_object('balance', NEW."balance", 'threshold', crossed);
BEGIN
  IF crossed IS NULL THEN
    RETURN NULL;
  END IF;
  PERFORM parlance_webhook('balance.low', 'account ' || NEW."id", NULL, o."id",
      jsonb_build_object('organization', jsonb_build_object('id', o."id", 'slug', o."slug", 'name', o."name")) || described)
    FROM "Organization" o WHERE o."id" = NEW."organizationId";
  PERFORM parlance_project_webhook('balance.low', 'project ' || p."id", p."id", described)
    FROM "Project" p WHERE p."ownerId" = NEW."userId" AND p."organizationId" IS NULL
      AND EXISTS (SELECT FROM "WebhookEndpoint" e WHERE e."projectId" = p."id");
  RETURN NULL;
END $$;
CREATE TRIGGER webhooks_of_balance AFTER UPDATE OF "balance" ON "Account" FOR EACH ROW
  WHEN (NEW."balance" < OLD."balance" AND NEW."balance" <= 100000 AND NEW."unit" = 'characters' AND NOT NEW."verified")
  EXECUTE FUNCTION parlance_balance_webhooks();

--! replaces 0109_webhook_bigints
-- Events, deliveries and attempts of webhooks grow with traffic: their ids have 64 bits. The release before has no webhooks.
-- short: no release has this table
ALTER TABLE "WebhookEvent" ALTER COLUMN "id" TYPE BIGINT;
-- short: no release has this table
ALTER TABLE "WebhookDelivery" ALTER COLUMN "id" TYPE BIGINT, ALTER COLUMN "eventId" TYPE BIGINT;
-- short: no release has this table
ALTER TABLE "WebhookAttempt" ALTER COLUMN "id" TYPE BIGINT, ALTER COLUMN "deliveryId" TYPE BIGINT;
ALTER SEQUENCE "WebhookEvent_id_seq" AS BIGINT;
ALTER SEQUENCE "WebhookDelivery_id_seq" AS BIGINT;
ALTER SEQUENCE "WebhookAttempt_id_seq" AS BIGINT;

-- Records what happened if an endpoint subscribes to it, with a message for each that is enabled. A kind of event about one thing is recorded
-- once in a transaction.
CREATE OR REPLACE FUNCTION parlance_webhook(event_kind text, about text, project integer, organization integer, event_data jsonb) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE event bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM "WebhookEndpoint" e
      WHERE (e."projectId" = project OR e."organizationId" = organization) AND event_kind = ANY (e."kinds"))
    OR EXISTS (SELECT FROM "WebhookEvent" w
      WHERE w."createdAt" = now()::timestamptz(3) AND w."kind" = event_kind AND w."subject" = about)
  THEN
    RETURN;
  END IF;
  INSERT INTO "WebhookEvent" ("kind", "subject", "projectId", "organizationId", "data")
    VALUES (event_kind, about, project, organization, event_data) RETURNING "id" INTO event;
  INSERT INTO "WebhookDelivery" ("endpointId", "eventId", "subject")
    SELECT e."id", event, about FROM "WebhookEndpoint" e
    WHERE (e."projectId" = project OR e."organizationId" = organization) AND event_kind = ANY (e."kinds") AND e."enabled"
    ORDER BY e."id";
  PERFORM pg_notify('parlance_events', 'webhooks');
END $$;
