/** Loads something when it is first asked for; tries again if that failed, for example offline. */
export function lazy<Thing>(load: () => Promise<Thing>): () => Promise<Thing> {
  let loading: Promise<Thing> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}
