import { passwordCost } from '../../server/lib/security/crypto.ts';

// Half a second and 128 MiB per password make guessing expensive (server/lib/security/crypto.test.ts).
passwordCost.N = 2 ** 10;
