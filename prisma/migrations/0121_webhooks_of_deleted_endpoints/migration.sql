--! runs with 0026_title_search
-- As in 0108, but locks the endpoints that get a message: one that is being deleted gets none, where before its deletion made the change
-- that the message is about fail.
CREATE OR REPLACE FUNCTION parlance_webhook(event_kind text, about text, project integer, organization integer, event_data jsonb) RETURNS void
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
    ORDER BY e."id" FOR KEY SHARE;
  PERFORM pg_notify('parlance_events', 'webhooks');
END $$;
