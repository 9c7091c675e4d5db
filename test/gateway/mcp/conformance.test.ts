import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openStage, type GatewayStage } from '../gateway-stage';

let stage: GatewayStage;
let door: Server;

beforeEach(async () => {
  stage = await openStage();
  const { token } = await stage.person('Asha');
  door = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const onward = request(stage.gateway.people + (url ?? ''), {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
    onward.on('response', (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  await once(door.listen(0, '127.0.0.1'), 'listening');
});
afterEach(async () => {
  door.closeAllConnections();
  door.close();
  await stage.close();
});

/** The package knows no tokens, so they are added on the way. Its other scenarios need tools of its own. */
it.each(['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'])(
  'the conformance package finds nothing to object to: %s',
  async (scenario) => {
    const { port } = door.address() as AddressInfo;
    const program = join('node_modules', '@modelcontextprotocol/conformance/dist/index.js');
    const url = `http://localhost:${port}/mcp`;
    const said = await new Promise<{ code: unknown; text: string }>((resolve) => {
      const options = ['server', '--url', url, '--scenario', scenario];
      execFile(process.execPath, [program, ...options], (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, text: stdout + stderr }),
      );
    });
    expect(said).toEqual({ code: 0, text: expect.stringContaining('0 failed') });
  },
);
