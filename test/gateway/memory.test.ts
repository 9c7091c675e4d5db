import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** The long run is `npm run soak:gateway`; this one only shows that nothing is held by request. */
test('thousands of requests for thousands of places leave the gateway’s memory as it was', async () => {
  const script = join(__dirname, '../../scripts/bench/soak-gateway.mjs');
  const soak = spawn(process.execPath, [script], {
    env: { ...process.env, REQUESTS: '12000', MOST_MB: '25' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  soak.stdout.on('data', (data) => (output += String(data)));
  const code = await new Promise((resolve) => soak.once('close', resolve));
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/grown by/) });
}, 60_000);
