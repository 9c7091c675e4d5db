// It takes away after each test what the test has drawn, for whatever is played below.
import '@testing-library/react';
import areas from './areas.json';

/**
 * Plays the files of an area one after the other on one page. Each of them evaluates about 400
 * modules and Fluent before its first test, which takes longer than the tests of most; here they
 * are evaluated once. `npm test` plays these files here; `npx jest PATH --selectProjects unit` plays
 * one by itself.
 */
export function playArea(name: keyof typeof areas): void {
  describe.each(areas[name])('%s', (path) => {
    jest.requireActual(`../${path}`);
  });
}
