import { messages } from '../../../generated/messages.ts';
import type { Translator } from '../../gateway/ports/text/translator.ts';

/** Creates a translator for the contract's texts, looked up by failure code. */
export function createMessageTranslator(): Translator {
  return {
    async translate({ code, message }, language) {
      const texts = new Map(Object.entries(messages[language]));
      return texts.get(code) ?? message;
    },
  };
}
