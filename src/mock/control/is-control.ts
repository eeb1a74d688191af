/** Prefix of the control plane's paths. */
export const CONTROL_PREFIX = '/__mock/';

/** Whether a target is in the control plane: its page, or below it. */
export function isControl(target: string): boolean {
  return target.startsWith(CONTROL_PREFIX) || /^\/__mock($|\?)/.test(target);
}
