--! runs with 0026_title_search
-- The daily limit and signed requests are behind flags now, which are off at first. Where a project uses one, it stays on.
INSERT INTO "PlatformFeature" ("feature")
  SELECT 'character_limit' WHERE EXISTS (SELECT FROM "Project" WHERE "limitEnabled" AND "deletedAt" IS NULL)
  UNION ALL
  SELECT 'security' WHERE EXISTS (SELECT FROM "Project" WHERE "securityEnabled" AND "deletedAt" IS NULL)
  ON CONFLICT DO NOTHING;
