/** What is wrong with the value of an option, in one line: `--port http: must be a whole number from 0 to 65535.` */
export function settingFault(flag: string, text: string, must: string): string {
  return `--${flag} ${text === '' ? '""' : text}: must ${must}.`;
}
