/** The sections of the interface specification, as its headings number them. */
export const SECTIONS: ReadonlySet<string> = new Set([
  ...['1'],
  ...['2', '2.1', '2.2', '2.3', '2.4', '2.5', '2.6', '2.7'],
  ...['3'],
  ...['4', '4.1', '4.2', '4.3', '4.4', '4.4.1', '4.4.2', '4.4.3', '4.5', '4.6', '4.7'],
  ...['5', '6', '7', '8', '9'],
]);
