const { closeSync, openSync, readSync } = require('node:fs');

/**
 * Reads how long the first thread of a process, on which its JavaScript runs, has had a processor: in
 * milliseconds, as Linux counts. Other programs that want the processor make nothing longer, nor do
 * the threads of the process that compile, collect garbage and unpack.
 */
exports.usedBy = (pid) => {
  const file = openSync(`/proc/${pid}/task/${pid}/schedstat`, 'r');
  const bytes = Buffer.alloc(64);
  const used = () => {
    const length = readSync(file, bytes, 0, bytes.length, 0);
    return Number(bytes.latin1Slice(0, length).split(' ')[0]) / 1e6;
  };
  return Object.assign(used, { close: () => closeSync(file) });
};
