import { createHash } from 'node:crypto';
import type { DescribedName } from '../engine/catalogue/catalogue-store';
import type { Clock } from '../engine/lookup';
import { StoreDown, type RecordStore } from './state/shared-state';

/** A model that everybody may score with. */
export interface OfferedModel {
  readonly id: string;
  /** What people call it, in their formulas too if they like. */
  readonly name: string;
  readonly note: string;
}

/** What people are offered, and the reply that tells them. */
interface Offer {
  readonly names: readonly DescribedName[];
  readonly models: readonly OfferedModel[];
  /** As JSON. All replies share it. */
  readonly bytes: Buffer;
  readonly etag: string;
}

/** The attribute names and models that an administrator has listed for everybody. */
export class TeamCatalogue {
  private last: Offer | undefined;
  private loaded: { readonly at: number; readonly offer: Promise<Offer> } | undefined;

  constructor(
    private readonly records: Omit<RecordStore, 'read'>,
    private readonly clock: Pick<Clock, 'elapsed'>,
    /** Those that are offered until an administrator lists others, or none. */
    private readonly firstNames: readonly DescribedName[] = [],
  ) {}

  /**
   * A change by another gateway on the same store counts within five seconds. While the store is
   * down, what was read last still counts.
   */
  current(): Promise<Offer> {
    const at = this.clock.elapsed();
    if (this.loaded === undefined || at - this.loaded.at > KEPT_MS) {
      const offer = this.load().catch((error: unknown) => {
        if (this.last === undefined || !(error instanceof StoreDown)) throw error;
        return this.last;
      });
      const loaded = { at, offer };
      this.loaded = loaded;
      // A store that is down now may be up the next time.
      loaded.offer.catch(() => this.loaded === loaded && (this.loaded = undefined));
    }
    return this.loaded.offer;
  }

  /** Replaces the names, or the models. */
  async set(lists: Partial<Pick<Offer, 'names' | 'models'>>): Promise<void> {
    for (const [part, list] of Object.entries(lists)) {
      await this.records.put(KIND, part, { part, list });
    }
    this.loaded = undefined;
  }

  private async load(): Promise<Offer> {
    const parts = (await this.records.load(KIND)) as { part: string; list: readonly unknown[] }[];
    const listOf = (part: string): readonly unknown[] | undefined =>
      parts.find((each) => each.part === part)?.list;
    const names = (listOf('names') ?? this.firstNames) as readonly DescribedName[];
    const models = (listOf('models') ?? []) as readonly OfferedModel[];
    const bytes = Buffer.from(JSON.stringify({ names, models }));
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    return (this.last = { names, models, bytes, etag });
  }
}

const KIND = 'catalogue';
const KEPT_MS = 5000;
