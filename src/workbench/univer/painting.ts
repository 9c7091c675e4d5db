import { UniverInstanceType } from '@univerjs/core';
import type { IRender, IRenderManagerService } from '@univerjs/preset-sheets-core';
import { ListenerSet } from '../../engine/lookup';
import type { Calculation } from '../calculation';

/** A person reads changing values no more than four times a second. */
const REST_MS = 250;
/** For this long after a person acts, the page draws at once whatever changes. */
const ATTENTION_MS = 1_000;
/** Any other change is drawn within this time: what a program does, or a blinking caret. */
const LOOK_MS = 100;
const TOUCHES = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const;

/**
 * Univer checks sixty times a second whether there is anything to draw, which keeps a tenth of a
 * processor busy for nothing. Each step of a calculation also makes it draw the whole sheet, even
 * if nothing has changed: three times for every few values that arrive, which is most of the work
 * of a page without a graphics card. This makes it rest between two drawings of a calculation, and
 * while nothing happens, unless a person touches the page.
 */
export function paintSparingly(
  renders: Pick<IRenderManagerService, 'getRenderAll' | 'created$'>,
  calculation: Pick<Calculation, 'isQuiet' | 'subscribe'>,
  page: EventTarget,
): void {
  /** Each draws one canvas, the sheet's or an editor's, on every frame until it rests again. */
  const wakes = new ListenerSet();
  // A page that has just opened counts as touched: a person is looking at it.
  let touchedAt = performance.now();

  function watch(render: IRender): void {
    const { engine, scene } = render;
    const isSheet = render.type === UniverInstanceType.UNIVER_SHEET;
    const draw = (): unknown => scene.render();
    let isActive = false;
    let hasDrawn = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    function rest(ms: number): void {
      engine.stopRenderLoop();
      clearTimeout(timer);
      timer = setTimeout(look, ms);
    }

    function look(): void {
      if (render.isDisposed()) end();
      else if (scene.isDirty()) wake();
      else rest(LOOK_MS);
    }

    function wake(): void {
      clearTimeout(timer);
      if (isActive) engine.runRenderLoop(draw);
    }

    function end(): void {
      clearTimeout(timer);
      forget();
    }

    const forget = wakes.subscribe(wake);
    render.activated$.subscribe((active) => {
      isActive = active;
      if (active) wake();
      else {
        engine.stopRenderLoop();
        clearTimeout(timer);
      }
    });
    // A canvas is empty after its size changes.
    engine.onTransformChange$.subscribeEvent(touched);
    scene.afterRender$.subscribe(() => (hasDrawn = true));
    engine.endFrame$.subscribe({
      next() {
        const isStep = isSheet && hasDrawn && !calculation.isQuiet();
        hasDrawn = false;
        if (performance.now() - touchedAt >= ATTENTION_MS) rest(isStep ? REST_MS : LOOK_MS);
      },
      complete: end,
    });
  }

  function touched(): void {
    touchedAt = performance.now();
    wakes.notify();
  }

  for (const render of renders.getRenderAll().values()) watch(render);
  renders.created$.subscribe(watch);
  calculation.subscribe({ onQuiet: wakes.notify });
  for (const touch of TOUCHES) {
    page.addEventListener(touch, touched, { capture: true, passive: true });
  }
}
