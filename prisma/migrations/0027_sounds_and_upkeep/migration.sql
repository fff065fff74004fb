--! runs with 0026_title_search
-- Records what uses a sound, and upkeep. Continues the numbers of chunks below zero.

--! replaces 0027_what_is_used
-- Columns that are added have defaults or are empty, so that no table is rewritten, and the release before goes on writing to them.

-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "creditedAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "Audio" ADD COLUMN     "invitation" TEXT;

-- AlterTable
ALTER TABLE "Segment" ADD COLUMN     "charged" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "SoundUse" (
    "id" BIGSERIAL NOT NULL,
    "soundId" INTEGER NOT NULL,
    "ruleId" INTEGER,
    "channelId" INTEGER,
    "playlistId" INTEGER,
    "playlistItemId" INTEGER,
    "paywallId" INTEGER,
    "adUnitId" INTEGER,

    CONSTRAINT "SoundUse_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Upkeep" (
    "part" TEXT NOT NULL,
    "doneAt" TIMESTAMPTZ(3),
    "failedAt" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "Upkeep_pkey" PRIMARY KEY ("part")
);

-- CreateIndex
CREATE INDEX "SoundUse_soundId_idx" ON "SoundUse"("soundId");

-- CreateIndex
CREATE INDEX "SoundUse_ruleId_idx" ON "SoundUse"("ruleId");

-- CreateIndex
CREATE INDEX "SoundUse_channelId_idx" ON "SoundUse"("channelId");

-- CreateIndex
CREATE INDEX "SoundUse_playlistId_idx" ON "SoundUse"("playlistId");

-- CreateIndex
CREATE INDEX "SoundUse_playlistItemId_idx" ON "SoundUse"("playlistItemId");

-- CreateIndex
CREATE INDEX "SoundUse_paywallId_idx" ON "SoundUse"("paywallId");

-- CreateIndex
CREATE INDEX "SoundUse_adUnitId_idx" ON "SoundUse"("adUnitId");

-- AddForeignKey: looked at when the transaction ends, because a project that is deleted takes its sounds and their users with it, in any order.
ALTER TABLE "SoundUse" ADD CONSTRAINT "SoundUse_soundId_fkey" FOREIGN KEY ("soundId") REFERENCES "Sound"("id") ON DELETE NO ACTION ON UPDATE NO ACTION DEFERRABLE INITIALLY DEFERRED;

-- AddForeignKey
ALTER TABLE "SoundUse" ADD CONSTRAINT "SoundUse_ruleId_fkey" FOREIGN KEY ("ruleId") REFERENCES "ProcessingRule"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SoundUse" ADD CONSTRAINT "SoundUse_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "Channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SoundUse" ADD CONSTRAINT "SoundUse_playlistId_fkey" FOREIGN KEY ("playlistId") REFERENCES "Playlist"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SoundUse" ADD CONSTRAINT "SoundUse_playlistItemId_fkey" FOREIGN KEY ("playlistItemId") REFERENCES "PlaylistItem"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SoundUse" ADD CONSTRAINT "SoundUse_paywallId_fkey" FOREIGN KEY ("paywallId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SoundUse" ADD CONSTRAINT "SoundUse_adUnitId_fkey" FOREIGN KEY ("adUnitId") REFERENCES "AdUnit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a data model cannot say.

ALTER TABLE "SoundUse" ADD CONSTRAINT "SoundUse_one_user"
  CHECK (num_nonnulls("ruleId", "channelId", "playlistId", "playlistItemId", "paywallId", "adUnitId") = 1);

-- Every place that can name an uploaded sound, and what it names: the rules' and the channels' values are base names of files wherever they
-- look like one, the paywall's is an address. An ad is its organization's: it may come from any of the projects that have the sound.
CREATE VIEW "SoundNamed" AS
  SELECT s."id" AS "soundId", r."id" AS "ruleId", NULL::int AS "channelId", NULL::int AS "playlistId", NULL::int AS "playlistItemId",
    NULL::int AS "paywallId", NULL::int AS "adUnitId"
  FROM "ProcessingRule" r JOIN "Sound" s ON s."projectId" = r."projectId"
    AND s."file" IN (SELECT named #>> '{}' FROM jsonb_path_query(r."actions", '$[*].values[*]') named)
UNION ALL
  SELECT s."id", NULL, c."id", NULL, NULL, NULL, NULL
  FROM "Channel" c JOIN "Sound" s ON s."projectId" = c."projectId" AND s."file" IN (SELECT value FROM jsonb_each_text(c."settings"))
  WHERE c."deletedAt" IS NULL
UNION ALL
  SELECT s."id", NULL, NULL, l."id", NULL, NULL, NULL
  FROM "Playlist" l JOIN "Sound" s ON s."projectId" = l."projectId" AND s."file" IN (l."introFile", l."outroFile", l."nextArticleAudioFile")
  WHERE l."deletedAt" IS NULL
UNION ALL
  SELECT s."id", NULL, NULL, NULL, i."id", NULL, NULL
  FROM "PlaylistItem" i JOIN "Playlist" l ON l."id" = i."playlistId" JOIN "Sound" s ON s."projectId" = l."projectId" AND s."file" = i."customFile"
  WHERE l."deletedAt" IS NULL
UNION ALL
  SELECT s."id", NULL, NULL, NULL, NULL, p."id", NULL
  FROM "Project" p JOIN "Sound" s ON s."projectId" = p."id" AND p."paywallAudioSuffix" = '/download/audio/' || s."file" || '.mp3'
UNION ALL
  SELECT s."id", NULL, NULL, NULL, NULL, NULL, u."id"
  FROM "AdUnit" u JOIN "AdCampaign" c ON c."id" = u."campaignId" JOIN "Project" p ON p."organizationId" = c."organizationId"
    JOIN "Sound" s ON s."projectId" = p."id" AND s."file" = u."file";

-- Whoever names a sound, or no longer does: the row that was changed has the uses that it has now. The argument is the column that says so.
CREATE FUNCTION sound_uses_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    EXECUTE format('DELETE FROM "SoundUse" WHERE %I = $1', TG_ARGV[0]) USING NEW."id";
  END IF;
  EXECUTE format('INSERT INTO "SoundUse" ("soundId", "ruleId", "channelId", "playlistId", "playlistItemId", "paywallId", "adUnitId")
    SELECT * FROM "SoundNamed" WHERE %I = $1', TG_ARGV[0]) USING NEW."id";
  RETURN NULL;
END $$;
CREATE TRIGGER sound_uses_of_rule AFTER INSERT OR UPDATE OF "actions", "projectId" ON "ProcessingRule"
  FOR EACH ROW EXECUTE FUNCTION sound_uses_changed('ruleId');
CREATE TRIGGER sound_uses_of_channel AFTER INSERT OR UPDATE OF "settings", "projectId", "deletedAt" ON "Channel"
  FOR EACH ROW EXECUTE FUNCTION sound_uses_changed('channelId');
CREATE TRIGGER sound_uses_of_playlist AFTER INSERT OR UPDATE OF "introFile", "outroFile", "nextArticleAudioFile", "deletedAt" ON "Playlist"
  FOR EACH ROW EXECUTE FUNCTION sound_uses_changed('playlistId');
CREATE TRIGGER sound_uses_of_item AFTER UPDATE OF "customFile" ON "PlaylistItem"
  FOR EACH ROW EXECUTE FUNCTION sound_uses_changed('playlistItemId');
CREATE TRIGGER sound_uses_of_new_item AFTER INSERT ON "PlaylistItem"
  FOR EACH ROW WHEN (NEW."customFile" IS NOT NULL) EXECUTE FUNCTION sound_uses_changed('playlistItemId');
CREATE TRIGGER sound_uses_of_paywall AFTER UPDATE OF "paywallAudioSuffix" ON "Project"
  FOR EACH ROW EXECUTE FUNCTION sound_uses_changed('paywallId');
CREATE TRIGGER sound_uses_of_ad AFTER INSERT OR UPDATE OF "file", "campaignId" ON "AdUnit"
  FOR EACH ROW EXECUTE FUNCTION sound_uses_changed('adUnitId');
-- What was named before it was there (again).
CREATE TRIGGER sound_uses_of_sound AFTER INSERT ON "Sound"
  FOR EACH ROW EXECUTE FUNCTION sound_uses_changed('soundId');

-- A playlist that is deleted plays the sounds of its places no more.
CREATE FUNCTION sound_uses_of_places() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "SoundUse" u USING "PlaylistItem" i WHERE u."playlistItemId" = i."id" AND i."playlistId" = NEW."id";
  INSERT INTO "SoundUse" ("soundId", "playlistItemId")
  SELECT n."soundId", i."id" FROM "PlaylistItem" i JOIN "SoundNamed" n ON n."playlistItemId" = i."id" WHERE i."playlistId" = NEW."id";
  RETURN NULL;
END $$;
CREATE TRIGGER sound_uses_of_places AFTER UPDATE OF "deletedAt" ON "Playlist"
  FOR EACH ROW WHEN (NEW."deletedAt" IS DISTINCT FROM OLD."deletedAt") EXECUTE FUNCTION sound_uses_of_places();

INSERT INTO "SoundUse" ("soundId", "ruleId", "channelId", "playlistId", "playlistItemId", "paywallId", "adUnitId") SELECT * FROM "SoundNamed";

-- An account that is credited, or invoiced from now on, says so, whoever did it: what had stopped for want of characters goes on. What is
-- returned to it is none: that comes and goes while a speech service is down.
CREATE FUNCTION parlance_ledger_credited() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM added WHERE "amount" > 0 AND "kind" IN ('granted', 'credited')) THEN
    UPDATE "Account" SET "creditedAt" = now()
    WHERE "id" IN (SELECT "accountId" FROM added WHERE "amount" > 0 AND "kind" IN ('granted', 'credited'));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_credited AFTER INSERT ON "LedgerEntry" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION parlance_ledger_credited();

CREATE FUNCTION parlance_account_verified() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."creditedAt" := now();
  RETURN NEW;
END $$;
CREATE TRIGGER account_verified BEFORE UPDATE OF "verified" ON "Account" FOR EACH ROW
  WHEN (NEW."verified" AND NOT OLD."verified") EXECUTE FUNCTION parlance_account_verified();

--! replaces 0028_chunk_numbers
-- "Chunk"."id" is a number of 32 bits, of which every chunk takes one, and so far every attempt to record a chunk that was there already
-- took another: 2,147,483,647 of them are a few years of a busy newsroom.
--
-- Making the column BIGINT would write the largest table of all anew, and keep everybody out for as long as that takes; the release before,
-- and every client that reads the number as an integer of the API, could not read the numbers it is made for. Nobody needs the number to
-- tell chunks apart: (articleId, version, position) does.
--
-- So the numbers go on at the other end, with those below zero, and then from there again: twice as many, which no lock, no table and no
-- release that runs beside this one is in the way of. An attempt no longer takes a number (steps/chunk.ts). A release after this one, when
-- no process looks up a chunk by its number any more, makes (articleId, version, position) the primary key, by the index that is there
-- (ADD PRIMARY KEY USING INDEX, which reads nothing): from then on a number that comes round again meets nobody.
ALTER SEQUENCE "Chunk_id_seq" MINVALUE -2147483648 CYCLE;

--! replaces 0032_flags_in_use
-- The daily limit and signed requests are behind flags now, which are off at first. Where a project uses one, it stays on.
INSERT INTO "PlatformFeature" ("feature")
  SELECT 'character_limit' WHERE EXISTS (SELECT FROM "Project" WHERE "limitEnabled" AND "deletedAt" IS NULL)
  UNION ALL
  SELECT 'security' WHERE EXISTS (SELECT FROM "Project" WHERE "securityEnabled" AND "deletedAt" IS NULL)
  ON CONFLICT DO NOTHING;
