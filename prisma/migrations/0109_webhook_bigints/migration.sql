--! runs with 0026_title_search
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
