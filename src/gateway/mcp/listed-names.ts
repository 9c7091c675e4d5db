import { titleOf } from '../../engine/catalogue/name-title';
import { createNameIndex, type NameIndex } from '../../engine/catalogue/name-index';
import type { CatalogueEntry, DescribedName } from '../../engine/catalogue/catalogue-store';
import { createSuggestions, type Suggestions } from '../../engine/catalogue/suggestion';
import { CONTRACT_NAMES } from '../../engine/contract/attribute-name';
import type { Clock } from '../../engine/lookup';
import type { OfferedModel, TeamCatalogue } from '../team-catalogue';
import type { Found } from './tool-shapes';

interface Listed {
  readonly etag: string;
  readonly byName: ReadonlyMap<string, CatalogueEntry>;
  readonly models: readonly OfferedModel[];
  readonly index: NameIndex;
  readonly suggestions: Suggestions;
}

/**
 * The names that a program may choose from: the contract's, and those that administrators have
 * listed.
 */
export class ListedNames {
  private listed: Listed | undefined;

  constructor(
    private readonly catalogue: Pick<TeamCatalogue, 'current'>,
    private readonly clock: Pick<Clock, 'elapsed' | 'schedule'>,
  ) {}

  async find(query: string): Promise<Found> {
    const { index, models } = await this.current();
    const found = index.find(query);
    const words = query.toLowerCase().split(/\s+/);
    return {
      found: found.length,
      attributes: found.slice(0, MOST_LISTED).map((entry) => ({
        name: entry.name,
        title: titleOf(entry),
        unit: entry.unit ?? null,
        description: entry.description ?? null,
      })),
      models: models
        .filter(({ id, name, note }) => {
          const text = `${id} ${name} ${note}`.toLowerCase();
          return words.every((word) => text.includes(word));
        })
        .slice(0, MOST_LISTED),
    };
  }

  async unitOf(): Promise<(name: string) => string | null> {
    const { byName } = await this.current();
    return (name) => byName.get(name)?.unit ?? null;
  }

  /** Returns the ID of the model with this name; the text itself if there is none. */
  async modelCalled(text: string): Promise<string> {
    const { models } = await this.current();
    return models.find(({ name }) => name === text)?.id ?? text;
  }

  async unlisted(
    names: readonly string[],
  ): Promise<{ readonly name: string; readonly did_you_mean: string | null }[]> {
    const { byName, suggestions } = await this.current();
    return names
      .filter((name) => !byName.has(name))
      .map((name) => ({ name, did_you_mean: suggestions.nearest(name) ?? null }));
  }

  private async current(): Promise<Listed> {
    const { etag, names, models } = await this.catalogue.current();
    if (this.listed?.etag === etag) return this.listed;
    const described: readonly DescribedName[] = [
      ...CONTRACT_NAMES.map((name): DescribedName => ({ name })),
      ...names,
    ];
    const byName = new Map(
      described.map((entry): [string, CatalogueEntry] => [
        entry.name,
        { ...entry, origin: 'team' },
      ]),
    );
    const entries = [...byName.values()];
    const index = await createNameIndex(entries, this.clock);
    const suggestions = createSuggestions({ entries: () => entries });
    return (this.listed = { etag, byName, models, index, suggestions });
  }
}

const MOST_LISTED = 50;
