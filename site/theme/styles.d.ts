/** Styles are read by the bundler. */
declare module '*.css';
