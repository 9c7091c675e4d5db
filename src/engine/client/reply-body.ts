/** A reply has at most 50 values; anything longer than this is something else. */
const MAX_REPLY_BYTES = 5_000_000;

export interface ReplyBody {
  /** Empty if there were too many bytes. */
  readonly text: string;
  /** The connection ended before the reply did; `text` is what had arrived. */
  readonly isCut: boolean;
}

/** Reads a reply's body as UTF-8, up to the limit. Never rejects. */
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
        // We give up the reply whether or not the other side notices.
        reader.cancel().catch(() => {});
        return { text: '', isCut: false };
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    return { text, isCut: true };
  }
}
