import { settingFault } from '../../node/config/setting-fault.ts';

/** Why a command does nothing, in one line. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** A refusal because of the arguments: what they may be is in the help of the command. */
export class ArgumentError extends Refusal {}

/** Ends a command with a message. */
export function refuse(message: string): never {
  throw new Refusal(message);
}

/** Ends a command because of its arguments. */
export function refuseArguments(message: string): never {
  throw new ArgumentError(message);
}

/** A refusal as the command prints it. */
export function toErrorText(command: string, refusal: Refusal): string {
  const hint = refusal instanceof ArgumentError ? ` See: npx gatewright help ${command}` : '';
  return `${refusal.message}${hint}\n`;
}

/** Ends a command because of the value of an option. */
export function refuseSetting(flag: string, text: string, must: string): never {
  return refuse(settingFault(flag, text, must));
}

/** A whole number within limits. */
export function readInteger(
  flag: string,
  text: string,
  { min = 0, max }: { readonly min?: number; readonly max: number },
): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  return refuseSetting(flag, text, `be a whole number from ${min} to ${max}`);
}

/** One of the choices. */
export function readChoice<Choice extends string>(
  flag: string,
  text: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((one) => one === text);
  return choice ?? refuseSetting(flag, text, `be one of ${choices.join(', ')}`);
}
