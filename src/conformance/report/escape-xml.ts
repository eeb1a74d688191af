const ENTITIES: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for XML and HTML, and removes the characters that XML forbids. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(/[<>&"']/g, (character) => ENTITIES[character] ?? '')
    .replaceAll(/[^\t\n\r\P{Cc}]|[\uFFFE\uFFFF]|\p{Cs}/gu, ' ');
}
