import type { GatewayProgram } from '../gateway-program';
import { hasRedis } from '../state/redis-server';
import { isInFull, openReplicas, shuffled } from './replica-stage';
import type { ReplicaStage } from './replica-stage';

// Processes of their own: long on a busy machine.
jest.setTimeout(isInFull ? 600_000 : 120_000);

const describeWithRedis = hasRedis ? describe : describe.skip;
let stage: ReplicaStage;
afterEach(() => stage.close());

describeWithRedis('three gateways over one Redis', () => {
  it('ask for each name of a place once, in hardly more calls than one would need', async () => {
    for (let round = 0; round < (isInFull ? 5 : 1); round += 1) {
      stage = await openReplicas(3);
      stage.service.delayMs = 50;
      const { token } = await stage.person('Asha');
      const wanted = Array.from({ length: 600 }, (_, index) => {
        const names = Array.from({ length: 8 }, (__, each) => `n_${(index * 7 + each * 9) % 61}`);
        return { place: index % 20, names: names.join() };
      });
      const replies = await Promise.all(
        shuffled(wanted).map(({ place, names }, index) =>
          stage.ask(stage.replicas[index % 3] as GatewayProgram, token, place, names),
        ),
      );
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
      const pairs = stage.service.calls.flatMap(({ place, names }) =>
        names.map((name) => `${place} ${name}`),
      );
      expect(new Set(pairs).size).toBe(20 * 61);
      expect(pairs).toHaveLength(20 * 61);
      expect(stage.service.calls.length).toBeLessThanOrEqual(1.1 * 40);
      const { account } = await stage.usage(stage.replicas[1] as GatewayProgram);
      const { length } = stage.service.calls;
      expect(account).toMatchObject({ charged: length, booked: length, reserved: 0 });
      if (isInFull) await stage.close();
    }
  });
});
