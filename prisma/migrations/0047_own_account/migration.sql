--! runs with 0026_title_search
-- Links that confirm another e-mail address, and when an account was deleted. The release before knows nothing of either: nobody can sign in to an
-- account of which nothing is left.

-- AlterTable
ALTER TABLE "User" ADD COLUMN "deletedAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "EmailChange" (
    "secretHash" TEXT NOT NULL,
    "userId" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "EmailChange_pkey" PRIMARY KEY ("secretHash")
);

-- CreateIndex
CREATE UNIQUE INDEX "EmailChange_userId_key" ON "EmailChange"("userId");

-- AddForeignKey
ALTER TABLE "EmailChange" ADD CONSTRAINT "EmailChange_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
