/** Loaded into a gateway: how long one turn of its event loop lasts, in processor time. */
const { writeFileSync } = require('node:fs');
const { usedBy } = require('./thread-time.cjs');

const used = usedBy(process.pid);
let before = used();
let longest = 0;
setInterval(() => {
  const now = used();
  longest = Math.max(longest, now - before);
  before = now;
}, 2).unref();
// Asked for by a signal, so that nothing has to be sent through what is measured.
process.on('SIGUSR2', () => {
  writeFileSync(process.env.TURN_FILE, String(longest));
  longest = 0;
});
