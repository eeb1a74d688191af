import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import type { LoadModels } from './judge-request.ts';
import { createPriceCalculator } from './price-calculator.ts';
import './style.css';
import { TryIt } from './try-it.ts';

/** The default theme of VitePress with fonts of the reader's system, the calculator, and the form that sends requests. */
export function createTheme(loadModels: LoadModels): Theme {
  return {
    extends: DefaultTheme,
    enhanceApp({ app }) {
      app.component('PriceCalculator', createPriceCalculator(loadModels));
      app.component('TryIt', TryIt);
    },
  };
}
