-- CreateTable
CREATE TABLE "FeedState" (
    "channelId" INTEGER NOT NULL,
    "page" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "changedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "FeedState_pkey" PRIMARY KEY ("channelId","page")
);

-- AddForeignKey
ALTER TABLE "FeedState" ADD CONSTRAINT "FeedState_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "Channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whatever changes what feeds say, by whatever way, every process hears of it when the transaction commits and writes them anew when somebody
-- next asks. Only projects with a channel have feeds; a transaction tells of each project once, however many rows it changes.
CREATE FUNCTION parlance_feeds_changed(project integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "Channel" WHERE "projectId" = project) THEN
    PERFORM pg_notify('parlance_events', 'feeds ' || project);
  END IF;
END $$;

CREATE FUNCTION parlance_feeds_of_channel() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('parlance_events', 'feeds ' || CASE WHEN TG_OP = 'DELETE' THEN OLD."projectId" ELSE NEW."projectId" END);
  RETURN NULL;
END $$;
CREATE TRIGGER feeds_of_channel AFTER INSERT OR UPDATE OR DELETE ON "Channel" FOR EACH ROW EXECUTE FUNCTION parlance_feeds_of_channel();

CREATE FUNCTION parlance_feeds_of_project() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM parlance_feeds_changed(NEW."id");
  RETURN NULL;
END $$;
CREATE TRIGGER feeds_of_project
  AFTER UPDATE OF "name", "mainUrl", "voiceLanguage", "cover", "paywall", "paywallParagraphLimit", "paywallAudioSuffixEnabled",
    "paywallAudioSuffix", "securityEnabled", "deletedAt" ON "Project"
  FOR EACH ROW EXECUTE FUNCTION parlance_feeds_of_project();

CREATE FUNCTION parlance_feeds_of_article() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM parlance_feeds_changed(CASE WHEN TG_OP = 'DELETE' THEN OLD."projectId" ELSE NEW."projectId" END);
  RETURN NULL;
END $$;
CREATE TRIGGER feeds_of_article_kept AFTER INSERT OR DELETE ON "Article" FOR EACH ROW EXECUTE FUNCTION parlance_feeds_of_article();
CREATE TRIGGER feeds_of_article
  AFTER UPDATE OF "title", "text", "url", "labels", "status", "audio", "publishedAt", "deletedAt" ON "Article" FOR EACH ROW
  WHEN (OLD."title" <> NEW."title" OR OLD."text" <> NEW."text" OR OLD."labels" <> NEW."labels" OR OLD."url" IS DISTINCT FROM NEW."url"
    OR OLD."audio" IS DISTINCT FROM NEW."audio" OR OLD."publishedAt" IS DISTINCT FROM NEW."publishedAt"
    OR OLD."deletedAt" IS DISTINCT FROM NEW."deletedAt" OR (OLD."status" <> NEW."status" AND (OLD."status" IN ('ready', 'rejected') OR NEW."status" IN ('ready', 'rejected'))))
  EXECUTE FUNCTION parlance_feeds_of_article();

CREATE FUNCTION parlance_feeds_of_audio() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM parlance_feeds_changed(a."projectId") FROM "Article" a JOIN "Audio" u ON u."articleId" = a."id" AND u."version" = a."audio"
    WHERE u."version" = NEW."version";
  RETURN NULL;
END $$;
CREATE TRIGGER feeds_of_audio AFTER UPDATE OF "teaser", "teaserMs", "paywall" ON "Audio" FOR EACH ROW
  EXECUTE FUNCTION parlance_feeds_of_audio();
CREATE TRIGGER feeds_of_rendition AFTER INSERT OR UPDATE OF "progress" ON "Rendition" FOR EACH ROW WHEN (NEW."progress" = 100)
  EXECUTE FUNCTION parlance_feeds_of_audio();

CREATE FUNCTION parlance_feeds_of_episode() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('parlance_events', 'feeds ' || "projectId") FROM "Channel"
    WHERE "id" = CASE WHEN TG_OP = 'DELETE' THEN OLD."channelId" ELSE NEW."channelId" END;
  RETURN NULL;
END $$;
CREATE TRIGGER feeds_of_episode AFTER INSERT OR UPDATE OR DELETE ON "Episode" FOR EACH ROW EXECUTE FUNCTION parlance_feeds_of_episode();
CREATE TRIGGER feeds_of_episode_article AFTER INSERT OR UPDATE OR DELETE ON "EpisodeArticle" FOR EACH ROW
  EXECUTE FUNCTION parlance_feeds_of_episode();
