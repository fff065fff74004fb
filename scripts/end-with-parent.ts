// Loaded before the server by `npm run dev`: it does not outlive the process that started it.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
