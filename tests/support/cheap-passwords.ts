import { passwordCost } from '../../server/lib/crypto.ts';

// Half a second and 128 MiB for each is what guessing costs; that it does, server/lib/crypto.test.ts says.
passwordCost.N = 2 ** 10;
