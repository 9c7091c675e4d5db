import type { OpenPage, OwnWindow } from '../spreadsheet/host';

/** A token; or why there is none: the window was closed, or it never opened. */
export type SignInOutcome =
  { readonly kind: 'signed-in'; readonly token: string } | { readonly kind: 'closed' | 'blocked' };

export interface SigningIn {
  /** Never rejects. */
  readonly outcome: Promise<SignInOutcome>;
  cancel(): void;
}

interface SignInOptions {
  readonly openPage: OpenPage;
  /** Of the gateway. */
  readonly address: string;
  /** What lists of tokens call this device. */
  readonly device: string;
  /** Nobody can guess it. It comes back with the token, so that the answer is ours. */
  readonly nonce: string;
}

/**
 * Lets a person sign in on the gateway's page, in a window that hands over a token for this device.
 * Opens the window at once, because a browser allows that only while a button is being pressed.
 *
 * The host passes on only what the gateway's own page says in that window. With the nonce, no other
 * page can make this device use a token of its choice.
 */
export function signIn({ openPage, address, device, nonce }: SignInOptions): SigningIn {
  let resolve: (outcome: SignInOutcome) => void = () => undefined;
  const outcome = new Promise<SignInOutcome>((settle) => (resolve = settle));
  let opened: OwnWindow | undefined;
  let isOver = false;
  const end = (ended: SignInOutcome): void => {
    isOver = true;
    opened?.close();
    resolve(ended);
  };
  const opening = openPage(address, {
    received(message) {
      const { locus, nonce: back, token } = Object(message) as Readonly<Record<string, unknown>>;
      if (locus === 'ready') opened?.send({ locus: 'connect', nonce, device });
      if (locus !== 'connected' || back !== nonce) return;
      if (typeof token === 'string' && TOKEN.test(token)) end({ kind: 'signed-in', token });
    },
    closed: () => end({ kind: 'closed' }),
  });
  void opening.then((window) => {
    opened = window;
    if (window === undefined) end({ kind: 'blocked' });
    // The person has cancelled before it was open.
    else if (isOver) window.close();
  });
  return { outcome, cancel: () => end({ kind: 'closed' }) };
}

/** A gateway's own. */
const TOKEN = /^locus_[\w-]{43}$/;
