import { UniverInstanceType } from '@univerjs/core';
import type { IRender, IRenderManagerService } from '@univerjs/preset-sheets-core';
import type { Calculation } from './calculation';

/** Four times a second is as often as a person reads what changes by itself. */
const REST_MS = 250;
/** What a person does is answered at once, and so is what follows from it. */
const ATTENTION_MS = 1_000;
const TOUCHES = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const;

/**
 * Each step of a calculation makes Univer draw the whole sheet, also where nothing has changed:
 * three times for every few values that come, which is most of what a page does that has no
 * graphics card. Between two pictures of a calculation there is a rest, unless a person touches the
 * page.
 */
export function paintSparingly(
  renders: Pick<IRenderManagerService, 'getRenderAll' | 'created$'>,
  calculation: Pick<Calculation, 'isQuiet' | 'subscribe'>,
  page: EventTarget,
): void {
  const resting = new Map<IRender['engine'], ReturnType<typeof setTimeout>>();
  let touchedAt = -Infinity;

  function rest(engine: IRender['engine']): void {
    if (calculation.isQuiet() || performance.now() - touchedAt < ATTENTION_MS) return;
    engine.renderEvenInBackground = false;
    resting.set(
      engine,
      setTimeout(() => wake(engine), REST_MS),
    );
  }

  function wake(engine: IRender['engine']): void {
    clearTimeout(resting.get(engine));
    resting.delete(engine);
    engine.renderEvenInBackground = true;
  }

  function wakeAll(): void {
    for (const engine of resting.keys()) wake(engine);
  }

  function watch({ type, engine, scene }: IRender): void {
    if (type === UniverInstanceType.UNIVER_SHEET) scene.afterRender$.subscribe(() => rest(engine));
  }

  for (const render of renders.getRenderAll().values()) watch(render);
  renders.created$.subscribe(watch);
  calculation.subscribe({ onQuiet: wakeAll });
  const touched = (): void => {
    touchedAt = performance.now();
    wakeAll();
  };
  for (const touch of TOUCHES) {
    page.addEventListener(touch, touched, { capture: true, passive: true });
  }
}
