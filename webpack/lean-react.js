'use strict';

/**
 * A loader that takes out of React's script for pages what no page of ours uses, a fifth of it: a
 * third of what people download for the pane is this script, and a minimizer can't know that nothing
 * is ever hydrated.
 *
 * - A flag that only such a feature sets is replaced by false.
 * - A function that only such a feature calls says in `LEFT_OUT` what it returns without it.
 * - What makes such a feature begin fails loudly, instead of doing half of it.
 *
 * Another release of React may have other names: then the build fails, and names the missing one.
 */
module.exports = function leanReact(text) {
  let lean = text;
  for (const flag of FLAGS) lean = withoutFlag(lean, flag);
  for (const [name, value] of Object.entries(LEFT_OUT)) lean = withBody(lean, name, value);
  for (const start of STATEMENTS) lean = withoutStatements(lean, start);
  return `${lean}\nfunction isLeftOut() { throw Error('left out: webpack/lean-react.js'); }\n`;
};

const FLAGS = ['isHydrating', 'shouldStartViewTransition'];
const NOTHING = 'void 0';
const FAILING = 'isLeftOut()';

const LEFT_OUT = {
  ...returning(FAILING, [
    'FragmentInstance',
    'mountActionState',
    'resolveSingletonInstance',
    'startViewTransition',
    'updateDehydratedSuspenseComponent',
    'updateSuspenseListComponent',
  ]),
  // Pages that a server has written.
  ...returning(NOTHING, [
    'throwOnHydrationMismatch',
    'prepareToHydrateHostInstance',
    'popToNextHostParent',
    'resetHydrationState',
    'mountHostRootWithoutHydrating',
    'pushDehydratedActivitySuspenseHandler',
    'commitActivityHydrationCallbacks',
    'commitSuspenseHydrationCallbacks',
    'retryDehydratedSuspenseBoundary',
    'clearHydrationBoundary',
    'hideOrUnhideDehydratedBoundary',
    'registerSuspenseInstanceRetry',
    'attemptContinuousHydration',
    'attemptExplicitHydrationTarget',
    'attemptHydrationAtCurrentPriority',
    'markRetryLaneIfNotHydrated',
    'clearIfContinuousEvent',
    'retryIfBlockedOn',
    'pushTreeFork',
    'pushMaterializedTreeId',
    'popTreeContext',
    'restoreSuspendedTreeContext',
  ]),
  ...returning('!1', [
    'popHydrationState',
    'canHydrateInstance',
    'queueIfContinuousEvent',
    'isSuspenseInstancePending',
    'isSuspenseInstanceFallback',
  ]),
  ...returning('null', [
    'upgradeHydrationErrorsToRecoverable',
    'getSuspenseInstanceFromFiber',
    'getActivityInstanceFromFiber',
    'getNextHydratable',
    'getNextHydratableInstanceAfterHydrationBoundary',
    'getParentHydrationBoundary',
  ]),
  // Elements of the page's head, the page itself, and what is fetched ahead.
  ...returning(NOTHING, [
    'createHoistableInstance',
    'mountHoistable',
    'preloadResourceAndSuspendIfNeeded',
    'suspendResource',
    'insertSuspendedStylesheets',
    'releaseSingletonInstance',
    'clearSingletonPreambleContribution',
    'commitHostSingletonAcquisition',
    'prefetchDNS',
    'preconnect',
    'preload',
    'preloadModule',
    'preinitScript',
    'preinitStyle',
    'preinitModuleScript',
  ]),
  ...returning('!1', ['isHostHoistableType', 'isSingletonScope']),
  ...returning('null', ['getResource', 'acquireResource', 'getHoistableRoot']),
  // Changes that a browser animates.
  ...returning(NOTHING, [
    'trackEnterViewTransitions',
    'restoreViewTransitionOnHostInstances',
    'commitAppearingPairViewTransitions',
    'commitEnterViewTransitions',
    'commitDeletedPairViewTransitions',
    'commitExitViewTransitions',
    'commitNestedViewTransitions',
    'restorePairedViewTransitions',
    'restoreEnterOrExitViewTransitions',
    'restoreNestedViewTransitions',
    'restoreViewTransitionName',
    'recursivelyTraverseAfterMutationEffects',
    'commitAfterMutationEffectsOnFiber',
    'flushAfterMutationEffects',
    'scheduleViewTransitionEvent',
    'createViewTransitionInstance',
    'ViewTransitionPseudoElement',
  ]),
  ...returning('!1', [
    'applyViewTransitionToHostInstances',
    'measureViewTransitionHostInstancesRecursive',
    'measureNestedViewTransitions',
  ]),
  // References to a fragment.
  ...returning(NOTHING, [
    'commitNewChildToFragmentInstance',
    'commitNewChildToFragmentInstances',
    'commitFragmentInstanceInsertionEffects',
    'commitFragmentInstanceDeletionEffects',
    'deleteChildFromFragmentInstance',
  ]),
  // Forms whose action is a function, and lists that appear in an order.
  ...returning(NOTHING, [
    'extractEvents$1',
    'startHostTransition',
    'requestFormReset$1',
    'recursivelyResetForms',
    'updateActionState',
    'rerenderActionState',
    'TransitionAwareHostComponent',
    'cutOffTailIfNeeded',
    'defaultOnDefaultTransitionIndicator',
  ]),
};

const STATEMENTS = [
  'FragmentInstance.prototype.',
  'ViewTransitionPseudoElement.prototype.',
  'exports.hydrateRoot = ',
];

function returning(value, names) {
  return Object.fromEntries(names.map((name) => [name, value]));
}

function withoutFlag(text, flag) {
  const set = new RegExp(`\\(${flag} = !0\\)|(?<=^ *)${flag} = ![01];$`, 'gm');
  const declared = new RegExp(`(?<=^(?:var|  )) ?${flag} = !1,`, 'm');
  if (!declared.test(text)) throw new Error(`React has no flag ${flag}`);
  const asParameter = new RegExp(`^function \\w+\\([^)]*\\b${flag}\\b[^)]*\\) \\{.*?^\\}`, 'gms');
  return text
    .replace(asParameter, (whole) => whole.replaceAll(flag, `${flag}$`))
    .replace(declared, '')
    .replace(set, (whole) => (whole.startsWith('(') ? '!1' : ''))
    .replaceAll(new RegExp(`\\b${flag}\\b(?!\\$)`, 'g'), '!1');
}

/** A function of the script's own level ends at the first brace that begins a line. */
function withBody(text, name, value) {
  const start = text.indexOf(`\nfunction ${name}(`);
  if (start < 0) throw new Error(`React has no function ${name}`);
  const end = text.indexOf('\n}', start) + 2;
  return `${text.slice(0, start)}\nfunction ${name}() {return ${value};}${text.slice(end)}`;
}

function withoutStatements(text, start) {
  let left = text;
  for (let at = left.indexOf(`\n${start}`); at >= 0; at = left.indexOf(`\n${start}`)) {
    left = left.slice(0, at) + left.slice(left.indexOf('\n};', at) + 3);
  }
  if (left === text) throw new Error(`React has no statement ${start}`);
  return left;
}
