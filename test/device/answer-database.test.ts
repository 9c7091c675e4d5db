import { describeAnswerStore, type StoreUnderTest } from '../lookup/answer-store-suite';
import type { AnswerDatabase } from '../../src/device/answer-database';
import { createDevice } from './device-database';

describeAnswerStore('the database on the device', (limits) => {
  const device = createDevice(limits);
  const underTest = (store: AnswerDatabase): StoreUnderTest => ({
    store,
    clock: device.clock,
    async settle() {
      await store.flush();
      await store.sweep();
    },
    async reopen() {
      await store.close();
      return underTest(device.window());
    },
    close: () => store.close(),
  });
  return Promise.resolve(underTest(device.answers));
});
