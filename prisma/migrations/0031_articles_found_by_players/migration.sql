-- Articles whose pages listeners' players made known, and how many of them a project takes in a day: anybody can have a player ask.
ALTER TABLE "Project" ADD COLUMN "playerArticlesPerDay" INTEGER NOT NULL DEFAULT 50;
ALTER TABLE "Article" ADD COLUMN "foundByPlayer" BOOLEAN NOT NULL DEFAULT false;
CREATE INDEX "Article_found_by_players" ON "Article" ("projectId", "addedAt") WHERE "foundByPlayer";
