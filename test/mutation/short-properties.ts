import fc from 'fast-check';

/** Counting which code a test reaches makes code that reads byte by byte a hundred times slower. */
fc.configureGlobal({ interruptAfterTimeLimit: 1000, seed: 1 });
