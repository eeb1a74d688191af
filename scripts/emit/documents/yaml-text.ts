import { Document, isScalar, Scalar, visit } from 'yaml';
import type { JsonObject } from '../../contract/contract.ts';

/**
 * `value` as YAML text that YAML 1.1 and 1.2 parsers read as the same data: what 1.1 reads as a date, a number of
 * base 60, a boolean or a "value" marker (`16:9`, `2026-01-01`, `on`, `=`) is quoted.
 */
export function toYamlText(value: JsonObject): string {
  const document = new Document(value, { aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  visit(document, {
    Scalar: (_, node) => {
      if (isScalar(node) && node.value === '=') node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString({ lineWidth: 0 });
}
