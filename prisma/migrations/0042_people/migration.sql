--! runs with 0026_title_search
-- Who invited a member, and when. The release before invites nobody, and knows nothing of either.

-- AlterTable
-- short: one row a person and organization; both columns are NULL
ALTER TABLE "Member" ADD COLUMN     "invitedAt" TIMESTAMPTZ(3),
ADD COLUMN     "invitedById" INTEGER;

-- CreateIndex
-- short: one row a person and organization
CREATE INDEX "Member_invitedById_idx" ON "Member"("invitedById");

-- AddForeignKey
ALTER TABLE "Member" ADD CONSTRAINT "Member_invitedById_fkey" FOREIGN KEY ("invitedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
