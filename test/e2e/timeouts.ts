/** For hooks too: starting a browser, a service and a spreadsheet takes what the machine can spare. */
jest.setTimeout(180_000);
