import { refuse } from '../options/refusal.ts';

/** Refuses an account that does not exist. */
export function unknownAccount(id: string): never {
  return refuse(
    `There is no account "${id}". List them with: gatewright accounts list. Create one with: gatewright keys create --account NAME`,
  );
}
