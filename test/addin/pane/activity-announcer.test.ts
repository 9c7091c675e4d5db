/** @jest-environment jsdom */
import { noticeEnd } from '../../../src/addin/activity/StatusStrip';

describe('the end of a long run', () => {
  const bodies: (string | undefined)[] = [];
  let isHidden = true;

  class FakeNotification {
    static permission = 'granted';
    constructor(_title: string, options?: NotificationOptions) {
      bodies.push(options?.body);
    }
  }

  beforeEach(() => {
    bodies.length = 0;
    isHidden = true;
    FakeNotification.permission = 'granted';
    document.title = 'Book';
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
    Object.assign(globalThis, { Notification: FakeNotification });
  });

  function comeBack(): void {
    isHidden = false;
    document.dispatchEvent(new Event('visibilitychange'));
  }

  it('is in the title until the person is back, once, and in a notification', () => {
    noticeEnd('50 values done.', document);
    noticeEnd('60 values done.', document);
    expect(document.title).toBe('Done · Book');
    expect(bodies).toEqual(['50 values done.', '60 values done.']);
    comeBack();
    expect(document.title).toBe('Book');
  });

  it('is not told to a person who looks on', () => {
    comeBack();
    noticeEnd('50 values done.', document);
    expect([document.title, bodies]).toEqual(['Book', []]);
  });

  it.each(['default', 'denied'])('notifies nobody where that is %s', (permission) => {
    FakeNotification.permission = permission;
    noticeEnd('50 values done.', document);
    expect([document.title, bodies]).toEqual(['Done · Book', []]);
    comeBack();
  });
});
