import { describeFrozenCells } from '../spreadsheet/frozen-cells-suite';
import { createFakeGrid } from './fake-grid';

describeFrozenCells('a fake', (sheets) => {
  const grid = createFakeGrid(sheets);
  return Promise.resolve({
    cells: grid.cells,
    set: (a1, rows) => Promise.resolve(grid.set(a1, rows)),
    read: (a1) => Promise.resolve(grid.read(a1)),
    insertRows: (...act) => Promise.resolve(grid.insertRows(...act)),
    deleteRows: (...act) => Promise.resolve(grid.deleteRows(...act)),
    insertColumns: (...act) => Promise.resolve(grid.insertColumns(...act)),
    deleteColumns: (...act) => Promise.resolve(grid.deleteColumns(...act)),
    rename: (sheet, name) => Promise.resolve(grid.rename(sheet, name)),
    close: () => Promise.resolve(),
  });
});
