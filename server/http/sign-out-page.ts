import { product } from '../product.ts';

/**
 * Asks whoever comes to /logout from elsewhere: a picture or link of another page may have sent him there.
 */
export const signOutPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign out – ${product.name}</title>
<style>
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; display: grid; place-items: center; min-height: 100vh; margin: 0; padding: 1rem; box-sizing: border-box }
main { max-width: 24rem }
button { font: inherit; padding: .5rem 1.25rem; margin-right: 1rem; cursor: pointer }
</style>
</head>
<body>
<main>
<h1>Sign out of ${product.name}?</h1>
<form method="post" action="/logout"><button>Sign out</button><a href="/">Stay signed in</a></form>
</main>
</body>
</html>
`;
