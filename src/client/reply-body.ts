/** A reply has at most 50 values; whatever is longer than this is something else. */
const MAX_REPLY_BYTES = 5_000_000;

export interface ReplyBody {
  /** Empty where there were too many bytes. */
  readonly text: string;
  /** The connection ended before the reply did; `text` is as far as it came. */
  readonly isCut: boolean;
}

/** Reads a reply's body as UTF-8, and no further than the limit. Never rejects. */
export async function readReplyBody(response: Response): Promise<ReplyBody> {
  const reader = response.body?.getReader();
  if (reader === undefined) return { text: '', isCut: false };
  const decoder = new TextDecoder();
  let text = '';
  let byteCount = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { text: text + decoder.decode(), isCut: false };
      byteCount += value.byteLength;
      if (byteCount > MAX_REPLY_BYTES) {
        // The reply is given up whether or not the other side notices.
        reader.cancel().catch(() => {});
        return { text: '', isCut: false };
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    return { text, isCut: true };
  }
}
