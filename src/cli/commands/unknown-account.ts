import { type Outcome, refuse } from './store-command.ts';

/** The refusal of an account that does not exist. */
export function unknownAccount(id: string): Outcome {
  return refuse(
    `There is no account "${id}". List them with: gatewright accounts list. Create one with: gatewright keys create --account`,
  );
}
