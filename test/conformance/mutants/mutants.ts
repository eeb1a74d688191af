import { accessMutants } from './access.ts';
import { accessAndCallbackMutants } from './access-and-callbacks.ts';
import { cacheMutants } from './caches.ts';
import { callbackMutants } from './callbacks.ts';
import { catalogueMutants } from './catalogue.ts';
import { chatMutants } from './chat.ts';
import { chatCombinationMutants } from './chat-combinations.ts';
import { imageMutants } from './images.ts';
import { keyAndBalanceMutants } from './keys-and-balances.ts';
import { languageMutants } from './languages.ts';
import { layerMutants } from './layers.ts';
import { moneyMutants } from './money.ts';
import { rareAnswerMutants } from './rare-answers.ts';
import { rareImageMutants } from './rare-images.ts';
import { responseMutants } from './responses.ts';
import { sizeMutants } from './sizes.ts';
import type { Mutant } from './tampering.ts';
import { taskCombinationMutants } from './task-combinations.ts';
import { taskMutants } from './tasks.ts';
import { textMutants } from './texts.ts';
import { usageMutants } from './usages.ts';
import { videoMutants } from './videos.ts';

/** Every deliberately broken gateway. */
export const mutants: readonly Mutant[] = [
  ...accessMutants,
  ...accessAndCallbackMutants,
  ...textMutants,
  ...catalogueMutants,
  ...sizeMutants,
  ...imageMutants,
  ...layerMutants,
  ...videoMutants,
  ...taskCombinationMutants,
  ...keyAndBalanceMutants,
  ...chatCombinationMutants,
  ...usageMutants,
  ...taskMutants,
  ...moneyMutants,
  ...callbackMutants,
  ...languageMutants,
  ...chatMutants,
  ...cacheMutants,
  ...responseMutants,
  ...rareImageMutants,
  ...rareAnswerMutants,
];
