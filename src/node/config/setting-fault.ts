/** What is wrong with the value of an option, in one line: `--port must be a whole number from 0 to 65535; got http.` */
export function settingFault(flag: string, text: string, must: string): string {
  return `--${flag} must ${must}; got ${text === '' ? '""' : text}.`;
}
