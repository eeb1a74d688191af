import type { i18n } from 'i18next';
import type { Translator } from '../../gateway/ports/text/translator.ts';

/** Creates a translator for the contract's texts, looked up by failure code; loaded when the first text is requested. */
export function createMessageTranslator(): Translator {
  let catalogue: Promise<i18n> | undefined;
  return {
    async translate({ code, message }, language) {
      catalogue ??= loadCatalogue();
      const { exists, t } = await catalogue;
      return exists(code, { lng: language }) ? t(code, { lng: language, skipInterpolation: true }) : message;
    },
  };
}

async function loadCatalogue(): Promise<i18n> {
  const [{ createInstance }, { messages }] = await Promise.all([
    import('i18next'),
    import('../../../generated/messages.ts'),
  ]);
  const resources = Object.fromEntries(
    Object.entries(messages).map(([language, texts]) => [language, { translation: texts }]),
  );
  const catalogue = createInstance();
  await catalogue.init({
    resources,
    fallbackLng: false,
    // Codes are names, never paths into the catalogue.
    keySeparator: false,
    nsSeparator: false,
  });
  return catalogue;
}
