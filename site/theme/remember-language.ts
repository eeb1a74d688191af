import { onContentUpdated } from 'vitepress';
import { onMounted } from 'vue';

/** The title of the tab that was chosen last. */
const KEY = 'gatewright-language';

/** Shows samples in the language that a reader chose last, on this page and on others. */
export function rememberLanguage(): void {
  onMounted(() => addEventListener('click', remember));
  onContentUpdated(() => showTabs(read()));
}

function remember({ target }: Event): void {
  if (!(target instanceof HTMLInputElement) || !target.matches('.vp-code-group .tabs input')) return;
  const title = titleOf(target);
  write(title);
  showTabs(title);
}

/** Chooses the tabs with this title as a reader would; one that is chosen already stays. */
function showTabs(title: string | undefined): void {
  for (const tab of document.querySelectorAll<HTMLInputElement>('.vp-code-group .tabs input'))
    if (!tab.checked && titleOf(tab) === title) tab.click();
}

function titleOf({ labels }: HTMLInputElement): string {
  return labels?.[0]?.textContent?.trim() ?? '';
}

/** Browsers may refuse to store anything: then nothing is remembered. */
function read(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(title: string): void {
  try {
    localStorage.setItem(KEY, title);
  } catch {
    // As above.
  }
}
