/**
 * Calls that the check of types must refuse: it fails where one of them is taken. Nothing runs this.
 */
import type { PrismaClient } from '../prisma/generated/client/client.ts';

export const refusedArguments = (prisma: PrismaClient) => [
  // @ts-expect-error no such column
  prisma.user.findMany({ select: { id: true, nonsense: true } }),
  // @ts-expect-error no such column
  prisma.user.findMany({ where: { id: 1, nonsense: 1 } }),
  // @ts-expect-error no such column
  prisma.user.findUnique({ where: { id: 1, nonsense: 1 } }),
  // @ts-expect-error no such column
  prisma.user.findMany({ orderBy: { id: 'asc', nonsense: 'asc' } }),
  // @ts-expect-error no such column
  prisma.user.count({ where: { id: 1, nonsense: 1 } }),
  // @ts-expect-error no such column
  prisma.user.updateMany({ data: { email: 'a', nonsense: 1 } }),
  // @ts-expect-error no such relation
  prisma.session.findMany({ include: { user: true, nonsense: true } }),
  // @ts-expect-error no such column of the relation
  prisma.session.findMany({ where: { user: { id: 1, nonsense: 1 } } }),
  // @ts-expect-error no such column of the relation
  prisma.session.findMany({ select: { user: { select: { id: true, nonsense: true } } } }),
];
