import { reveals } from '../language/secret-forms.ts';
import type { Json } from '../suite/json.ts';
import type { WireResponse } from '../wire/exchange.ts';
import { shorten } from './value-formatter.ts';

/** Of the places that reveal a secret. */
const MOST_PLACES = 3;
const LONGEST_PLACE = 80;

/** What rules about secrets call them, and what people do. */
const SECRETS: Readonly<Record<string, string>> = {
  key: 'the key of the request',
  secret: 'the secret of callbacks',
};

/** What is read to tell where a secret is. */
interface Revealing {
  readonly response: WireResponse;
  readonly evaluate: (expression: string) => unknown;
}

/** Which headers and members of a body hold the secret that a rule forbids there; undefined for rules about something else. */
export function describeRevealed(that: string, { response, evaluate }: Revealing): string | undefined {
  const name = /\breveals\(\w+, (\w+)\)/.exec(that)?.[1] ?? '';
  const called = SECRETS[name];
  if (called === undefined) return undefined;
  const secret = String(evaluate(name));
  const places = [
    ...Object.entries(response.headers)
      .filter(([, value]) => reveals(value, secret))
      .map(([header]) => `the header ${header}`),
    ...(reveals(response.text, secret) ? placesInBody(response.body, secret) : []),
  ];
  const shown = places.slice(0, MOST_PLACES).map((place) => shorten(place, LONGEST_PLACE));
  const more = places.length > MOST_PLACES ? `, and ${places.length - MOST_PLACES} more` : '';
  return `status ${response.status}; ${called} is in ${shown.join(', ')}${more}`;
}

/** A body that is not JSON, or that has the secret between its members, as a whole. */
function placesInBody(body: Json | undefined, secret: string): readonly string[] {
  const found = pathsWith(body, secret, 'body');
  return found.length > 0 ? found : ['the body'];
}

function pathsWith(value: Json | undefined, secret: string, path: string): readonly string[] {
  if (typeof value === 'string') return reveals(value, secret) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (reveals(name, secret)) return [`a name in ${path}`];
    return pathsWith(member, secret, Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`);
  });
}
