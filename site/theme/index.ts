import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h, type VNode } from 'vue';
import type { LoadModels } from './judge-request.ts';
import { MissingPage } from './missing-page.ts';
import { createPriceCalculator } from './price-calculator.ts';
import { rememberLanguage } from './remember-language.ts';
import './style.css';
import { TryIt } from './try-it.ts';

/** The default theme of VitePress with fonts of the reader's system, the calculator, the form that sends requests, and a memory for tabs. */
export function createTheme(loadModels: LoadModels): Theme {
  return {
    extends: DefaultTheme,
    Layout,
    setup: rememberLanguage,
    enhanceApp({ app }) {
      app.component('PriceCalculator', createPriceCalculator(loadModels));
      app.component('TryIt', TryIt);
    },
  };
}

function Layout(): VNode {
  return h(DefaultTheme.Layout, null, { 'not-found': () => h(MissingPage) });
}
