import { UniverInstanceType } from '@univerjs/core';
import { ListenerSet } from '../../../src/engine/lookup';
import type { CalculationListener } from '../../../src/workbench/calculation';
import { paintSparingly } from '../../../src/workbench/univer/painting';

type Renders = Parameters<typeof paintSparingly>[0];
type Render = ReturnType<Renders['getRenderAll']> extends Map<string, infer Each> ? Each : never;

const FRAME_MS = 16;
const FRAMES_A_SECOND = 1_000 / FRAME_MS;
const TEN_SECONDS = 10 * FRAMES_A_SECOND;

function observable<Told extends unknown[]>(listeners: ListenerSet<Told>): Renders['created$'] {
  const subscribe = listeners.subscribe.bind(listeners);
  return { subscribe } as unknown as Renders['created$'];
}

/** A canvas of Univer's, which looks in each frame whether there is something to draw. */
function createCanvas(type = UniverInstanceType.UNIVER_SHEET) {
  const [afterRender, endFrame, end] = [new ListenerSet(), new ListenerSet(), new ListenerSet()];
  const resized = new ListenerSet();
  const active = new ListenerSet<[boolean]>();
  const loops = new Set<() => void>();
  const state = { isDirty: false, isDisposed: false, pictures: 0, frames: 0 };
  const scene = {
    isDirty: () => state.isDirty,
    render() {
      if (!state.isDirty) return;
      state.isDirty = false;
      state.pictures += 1;
      afterRender.notify();
    },
    afterRender$: observable(afterRender),
  };
  const engine = {
    runRenderLoop: (loop: () => void) => void loops.add(loop),
    onTransformChange$: { subscribeEvent: (listener: () => void) => resized.subscribe(listener) },
    stopRenderLoop: () => loops.clear(),
    endFrame$: {
      subscribe(observer: { next(): void; complete(): void }) {
        endFrame.subscribe(observer.next);
        end.subscribe(observer.complete);
      },
    },
  };
  engine.runRenderLoop(scene.render);
  const activated$ = {
    subscribe(listener: (isActive: boolean) => void) {
      active.subscribe(listener);
      listener(true);
    },
  };
  const isDisposed = (): boolean => state.isDisposed;
  /** @returns what was drawn, and how often was looked, while so many frames were shown. */
  function show(frames: number, isChanging = false): { pictures: number; frames: number } {
    const before = { ...state };
    for (let frame = 0; frame < frames; frame += 1) {
      if (isChanging) state.isDirty = true;
      if (loops.size > 0) {
        state.frames += 1;
        for (const loop of [...loops]) loop();
        endFrame.notify();
      }
      jest.advanceTimersByTime(FRAME_MS);
    }
    return { pictures: state.pictures - before.pictures, frames: state.frames - before.frames };
  }
  return {
    render: { type, engine, scene, activated$, isDisposed } as unknown as Render,
    state,
    activate: (isActive: boolean) => active.notify(isActive),
    /** As another workbook takes the place of this one. */
    dispose() {
      engine.stopRenderLoop();
      end.notify();
    },
    resize: () => resized.notify(),
    rests: () => void show(FRAMES_A_SECOND * 3),
    show,
    /** How many pictures are drawn while something changes in every frame. */
    draws: (frames: number) => show(frames, true).pictures,
  };
}

function start(sheet: ReturnType<typeof createCanvas>, isOpenAlready = true) {
  const created = new ListenerSet<[Render]>();
  const listeners: CalculationListener[] = [];
  const page = new EventTarget();
  const state = { isQuiet: false };
  const open = new Map(isOpenAlready ? [['workbook', sheet.render]] : []);
  paintSparingly(
    { getRenderAll: () => open, created$: observable(created) },
    { isQuiet: () => state.isQuiet, subscribe: (listener) => void listeners.push(listener) },
    page,
  );
  if (!isOpenAlready) created.notify(sheet.render);
  return {
    becomeQuiet() {
      state.isQuiet = true;
      for (const listener of listeners) listener.onQuiet?.();
    },
    touch: (kind: string) => page.dispatchEvent(new Event(kind)),
  };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('a sheet that is calculated', () => {
  it.each([true, false])('is drawn four times a second (open before: %p)', (isOpenAlready) => {
    const sheet = createCanvas();
    start(sheet, isOpenAlready);
    expect(sheet.draws(TEN_SECONDS)).toBeGreaterThan(30);
    expect(sheet.draws(TEN_SECONDS)).toBeLessThanOrEqual(40);
  });

  it('is drawn at once when all is quiet, and each time from then on', () => {
    const sheet = createCanvas();
    const { becomeQuiet } = start(sheet);
    sheet.draws(1);
    becomeQuiet();
    expect(sheet.draws(10)).toBe(10);
  });

  it.each(['pointerdown', 'pointermove', 'wheel', 'keydown'])(
    'follows a person at every step for a second after each %s',
    (kind) => {
      const sheet = createCanvas();
      const { touch } = start(sheet);
      sheet.draws(1);
      touch(kind);
      expect(sheet.draws(60)).toBe(60);
      sheet.draws(FRAMES_A_SECOND);
      expect(sheet.draws(TEN_SECONDS)).toBeLessThanOrEqual(40);
    },
  );

  it('rests no shorter where a rest was broken off', () => {
    const sheet = createCanvas();
    const { touch } = start(sheet);
    for (let times = 0; times < 20; times += 1) {
      sheet.draws(1);
      touch('wheel');
    }
    sheet.draws(2 * FRAMES_A_SECOND);
    expect(sheet.draws(TEN_SECONDS)).toBeLessThanOrEqual(40);
  });
});

test('the editor of a cell is drawn whenever it changes', () => {
  const editor = createCanvas(UniverInstanceType.UNIVER_DOC);
  start(editor);
  expect(editor.draws(10)).toBe(10);
});

describe('a canvas on which nothing happens', () => {
  it('is looked at ten times a second by a timer, and by no frame', () => {
    const canvas = createCanvas();
    start(canvas).becomeQuiet();
    canvas.rests();
    expect(canvas.show(TEN_SECONDS)).toEqual({ pictures: 0, frames: 0 });
  });

  it('shows what a program changes a tenth of a second later, and no more often', () => {
    const canvas = createCanvas();
    start(canvas).becomeQuiet();
    canvas.rests();
    canvas.state.isDirty = true;
    expect(canvas.show(8).pictures).toBe(1);
    expect(canvas.draws(TEN_SECONDS)).toBeGreaterThan(80);
    expect(canvas.draws(TEN_SECONDS)).toBeLessThanOrEqual(100);
  });

  it('is drawn in the next frame where its size has changed', () => {
    const canvas = createCanvas();
    start(canvas).becomeQuiet();
    canvas.rests();
    canvas.resize();
    expect(canvas.show(1, true).pictures).toBe(1);
  });

  it('follows a person at once', () => {
    const canvas = createCanvas();
    const { becomeQuiet, touch } = start(canvas);
    becomeQuiet();
    canvas.rests();
    touch('pointerdown');
    expect(canvas.draws(1)).toBe(1);
  });

  it('is left alone while it is not shown, whatever happens', () => {
    const canvas = createCanvas();
    const { becomeQuiet, touch } = start(canvas);
    canvas.activate(false);
    becomeQuiet();
    touch('keydown');
    expect(canvas.draws(TEN_SECONDS)).toBe(0);
    canvas.activate(true);
    expect(canvas.draws(1)).toBe(1);
  });

  it.each([0, 5, 200])('is forgotten when its workbook is closed (after %d frames)', (frames) => {
    const canvas = createCanvas();
    const { becomeQuiet, touch } = start(canvas);
    canvas.draws(frames);
    canvas.dispose();
    becomeQuiet();
    touch('keydown');
    expect(canvas.draws(10)).toBe(0);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is forgotten where it has ended without a word', () => {
    const canvas = createCanvas();
    const { becomeQuiet, touch } = start(canvas);
    becomeQuiet();
    canvas.rests();
    canvas.state.isDisposed = true;
    canvas.show(10);
    touch('keydown');
    expect(canvas.show(10)).toEqual({ pictures: 0, frames: 0 });
    expect(jest.getTimerCount()).toBe(0);
  });
});
