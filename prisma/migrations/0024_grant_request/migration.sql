-- CreateTable
CREATE TABLE "GrantRequest" (
    "id" UUID NOT NULL,
    "entryId" BIGINT NOT NULL,

    CONSTRAINT "GrantRequest_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "GrantRequest_entryId_key" ON "GrantRequest"("entryId");

-- AddForeignKey
ALTER TABLE "GrantRequest" ADD CONSTRAINT "GrantRequest_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES "LedgerEntry"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
