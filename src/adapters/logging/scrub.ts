const SECRETS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bbearer\s+[^\s"',]+/gi, 'Bearer ***'],
  [/\bsk-[\w-]+/g, 'sk-***'],
  [/\bwhsec_[\w+/=-]+/g, 'whsec_***'],
  [/\bv1,[\w+/=-]{16,}/g, 'v1,***'],
  [/(\b[a-z][a-z\d+.-]*:\/\/)[^\s/@]*@/gi, '$1***@'],
];

/** The text without API keys, signing secrets, signatures, bearer tokens and the passwords of addresses. */
export function scrub(text: string): string {
  return SECRETS.reduce((clean, [pattern, instead]) => clean.replaceAll(pattern, instead), text);
}
