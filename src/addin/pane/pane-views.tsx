import {
  ArrowSort20Regular,
  BrainCircuit20Regular,
  Home20Regular,
  Map20Regular,
  MoreHorizontal20Regular,
  TableAdd20Regular,
  TagMultiple20Regular,
} from '@fluentui/react-icons';

import { t } from '../../engine/language/speech';
import { HomeView } from './HomeView';
import type { PaneView } from './parts/pane-view';

/** In the order of their tabs. All but the first are fetched when a person first opens them. */
export const PANE_VIEWS: readonly PaneView[] = [
  {
    id: 'home',
    title: t('Home'),
    Icon: Home20Regular,
    Content: HomeView,
  },
  {
    id: 'enrich',
    title: t('Enrich'),
    Icon: TableAdd20Regular,
    load: async () =>
      (await import(/* webpackChunkName: "pane-enrich" */ '../enrich/EnrichView')).EnrichView,
  },
  {
    id: 'rank',
    title: t('Rank'),
    Icon: ArrowSort20Regular,
    load: async () => (await import(/* webpackChunkName: "pane-rank" */ './RankView')).RankView,
  },
  {
    id: 'names',
    title: t('Attributes'),
    Icon: TagMultiple20Regular,
    load: async () =>
      (await import(/* webpackChunkName: "pane-names" */ '../names/NamesView')).NamesView,
  },
  {
    id: 'models',
    title: t('Models'),
    Icon: BrainCircuit20Regular,
    load: async () =>
      (await import(/* webpackChunkName: "pane-models" */ '../models/ModelsView')).ModelsView,
  },
  {
    id: 'map',
    title: t('Map'),
    Icon: Map20Regular,
    load: async () => (await import(/* webpackChunkName: "pane-map" */ '../map/MapView')).MapView,
  },
  {
    id: 'more',
    title: t('More'),
    Icon: MoreHorizontal20Regular,
    load: async () => (await import(/* webpackChunkName: "pane-more" */ './MoreView')).MoreView,
  },
];
