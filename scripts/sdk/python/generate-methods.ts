import type { JsonObject } from '../../contract/contract.ts';
import { schemasOf } from '../../contract/documents/parts.ts';
import { toObject, toText } from '../../contract/json.ts';
import type { SdkOperation } from '../sdk-document.ts';
import { toConstant } from './constants.ts';

/** Parameters of methods of its own, which no model can have; `self` is given by its place alone. */
export const RESERVED: readonly string[] = ['idempotency_key', 'group_ratio', 'first_reference'];

/** The method `generate` of an operation: one overload a model, so that a request has exactly the parameters of its model. */
export function generateMethods(document: JsonObject, { id, requests }: SdkOperation): string {
  const [only, ...more] = requests;
  const described = (request: string) =>
    toText(toObject(schemasOf(document)[request]).description).split('\n')[0] ?? '';
  const submit = `return await self._tasks.submit(
            ${toConstant(id)}, request, idempotency_key=idempotency_key
        )`;
  if (only !== undefined && more.length === 0)
    return toMethod({ request: `Unpack[types.${only}]`, description: described(only), body: submit });
  const overloads = requests.map((request) => {
    const method = { request: `Unpack[types.${request}]`, description: described(request) };
    return `    @overload\n${toMethod({ ...method, body: '...' })}`;
  });
  const description = 'Submit a task; the model decides which parameters there are.';
  return [...overloads, toMethod({ request: 'Any', description, body: submit })].join('\n');
}

/** The overloads of `estimate`: one a model. */
export function estimateOverloads(operations: readonly SdkOperation[]): string {
  return operations
    .flatMap(({ requests }) => requests)
    .map(
      (request) => `@overload
def estimate(
    *, group_ratio: str | int | Decimal = "1", first_reference: tuple[int, int] | None = None, **request: Unpack[types.${request}]
) -> Estimate: ...
`,
    )
    .join('');
}

interface Method {
  /** The type of the parameters. */
  readonly request: string;
  readonly description: string;
  readonly body: string;
}

function toMethod({ request, description, body }: Method): string {
  return `    async def generate(
        self, /, *, idempotency_key: str | None = None, **request: ${request}
    ) -> AsyncTask:
        """${toDocstring(description)}"""
        ${body}
`;
}

function toDocstring(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}
