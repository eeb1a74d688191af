import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { explain, listIds } from '../../../src/conformance/explain/explain.ts';
import type { Requirement, Suite } from '../../../src/conformance/suite/suite.ts';

const requirements: readonly Requirement[] = [
  { id: 'GW-POT-001', level: 'MUST', section: '1.2', statement: 'A pot that was filled pours tea.' },
  { id: 'GW-POT-002', level: 'SHOULD', section: '1.2', statement: 'A pot pours within five minutes.' },
  {
    id: 'GW-CUP-001',
    level: 'MUST',
    section: '2',
    statement: 'A cup is never seen inside.',
    untestable: 'nobody may look into the cup',
  },
];

const contract = {
  paths: {
    '/v1/pots': { post: { operationId: 'fillPot' }, get: { operationId: 'listPots' } },
    '/v1/pots/{pot}': { delete: { operationId: 'emptyPot' } },
    '/v1/tasks/{task_id}': { get: { operationId: 'getTask' } },
  },
};

const CASES = String.raw`
- id: pots.pours
  title: A pot of {{leaf}} tea pours
  needs: [callbacks]
  requirement: GW-POT-002
  for: [{name: green, leaf: green, grams: 5}, {name: black, leaf: black, grams: 7}]
  steps:
    - receiver: {name: hook, path: /tea, answers: [{status: "{{grams + 495}}"}, {silent: true}, {drop: true}, {delay_seconds: 11}]}
    - request:
        operation: fillPot
        headers: {Idempotency-Key: "{{unique('k')}}"}
        body: {leaf: "{{leaf}}", grams: "{{grams}}", note: "it's $5", webhook: "{{hook}}", images: [{$image: 640x480.png}], text: {$text: {characters: 5001}}}
      save: {pot: "body.data[0].id", weight: "grams + 1"}
      expect:
        - {requirement: GW-POT-001, status: 200, body: {leaf: "{{leaf}}"}}
        - {that: "body.data.size() == 1"}
    - poll: {task: "{{pot}}", language: zh, within_seconds: 400}
    - request: {operation: emptyPot, parameters: {pot: "{{pot}}"}, query: {reason: "too cold + 5%"}, key: none, within_seconds: 30}
    - callbacks: {receiver: hook, count: 2, within_seconds: 20}
    - wait: {seconds: "{{target.clock ? 60 : 10}}"}
    - parallel: {times: 5, request: {operation: listPots, key: poor}}
    - raw: {send: "GET /v1/pots HTTP/1.1\r\nHost: {{host}}\r\n\r\n"}
    - stream: {method: POST, path: /v1/steam, text: '{"broken": '}
    - fetch: {url: "{{body.result.url[0]}}"}
    - hook: {name: break_pot, values: {pot: "{{pot}}"}}
    - assert: [{requirement: GW-POT-001, that: "weight == 6"}]
`;

const suite: Suite = {
  version: '1.0.0',
  requirements: new Map(requirements.map((requirement) => [requirement.id, requirement])),
  cases: parse(CASES).map((one: object) => ({ ...one, file: 'conformance/cases/pots/pours.yaml' })),
  invariants: [{ id: 'hot', requirement: 'GW-POT-001', when: 'status == 200', that: 'body.degrees > 90' }],
  schemas: {},
  contract,
  models: [],
};

const GREEN = String.raw`pots.pours  A pot of green tea pours
  checks GW-POT-001, GW-POT-002

  # pots.pours/green (conformance/cases/pots/pours.yaml)
  # It is also run for black.
  # needs callbacks
  # grams is 5

  # HOOK: a URL of yours that ends in /tea and responds with 500, then does not respond, then closes the connection, then responds with 200 after 11 s

  IMAGE_640X480_PNG=$(npx gatewright explain --media '640x480.png')
  BODY=$(curl -sS -D /dev/stderr "$BASE/v1/pots" \
    -H "Authorization: Bearer $KEY" \
    -H 'content-type: application/json' \
    -H 'Idempotency-Key: '"k-$$-1" \
    -d '{"leaf":"green","grams":5,"note":"it'\''s $5","webhook":"'"$HOOK"'","images":["'"$IMAGE_640X480_PNG"'"],"text":"'"$(printf 'a%.0s' $(seq 5001))"'"}' | tee /dev/stderr)
  POT=$(jq -r '.data[0].id' <<<"$BODY")
  WEIGHT='6'
  # GW-POT-001: status 200; body has {"leaf":"green"}
  # GW-POT-002: body.data.size() == 1

  # Polls until the task has ended, at most 400 s:
  while BODY=$(curl -sS "$BASE/v1/tasks/$POT?language=zh" \
    -H "Authorization: Bearer $KEY"); jq -e '(if .id then . else .data[0]? // .data // . end).status | strings | IN("success", "completed", "failed", "cancelled") | not' <<<"$BODY" >/dev/null; do sleep 3; done; echo "$BODY"

  # Repeat, for at most 30 s, until what is expected holds:
  curl -sSi -X DELETE "$BASE/v1/pots/$POT?reason=too%20cold%20%2B%205%25"

  # wait up to 20 s for 2 callbacks at $HOOK

  sleep "10"

  for i in $(seq "5"); do curl -sSi "$BASE/v1/pots" \
    -H "Authorization: Bearer $POOR_KEY" & done; wait

  # HOST is what this gives: host
  printf 'GET /v1/pots HTTP/1.1\r\nHost: '"$HOST"'\r\n\r\n' | nc "$HOST" "$PORT"

  curl -sSN "$BASE/v1/steam" \
    -H "Authorization: Bearer $KEY" \
    -H 'content-type: application/json' \
    -d '{"broken": '

  URL=$(jq -r '.result.url[0]' <<<"$BODY")
  curl -sS -o file -D - "$URL"

  # make the target do this: break_pot with {"pot":"$POT"}

  # GW-POT-001: weight == 6
`;

test('explains a requirement: what it says, who checks it, and how to do it by hand', () => {
  expect(explain('gw-pot-001', suite)).toBe(`GW-POT-001  MUST, section 1.2

A pot that was filled pours tea.

invariant.hot  checked on every exchange of every case
  GW-POT-001: body.degrees > 90 where status == 200

${GREEN}`);
});

test('explains a case, with the row that its id names', () => {
  expect(explain('pots.pours', suite)).toBe(GREEN);
  const black = explain('pots.pours/black', suite) ?? '';
  expect(black).toContain('A pot of black tea pours\n');
  expect(black).toContain('# It is also run for green.\n');
  expect(black).toContain('-d \'{"leaf":"black","grams":7,');
});

const BY_HAND = `
- id: pots.by-hand
  title: Tea pours by hand
  requirement: GW-POT-001
  for: [{name: a, operation: fillPot, method: HEAD, path: /tea}]
  steps:
    - assert: [{that: "true"}]
      save: {label: "unique('c') + ' ' + words(1600)", sum: "1 + 1"}
    - request: {operation: "{{operation}}", headers: {Authorization: "Basic {{base64(target.key + ':')}}"}, key: none, body: {label: "{{label}}", other: "{{unique('c')}}"}}
    - request: {method: "{{method}}", path: /v1/pots, key: "{{unique('sk')}}"}
    - receiver: {name: hook, path: "{{path}}"}
    - parallel: {times: "{{target.limited.requests + 2}}", request: {operation: listPots}}
    - fetch: {urls: "{{found}}", headers: {range: "bytes={{length}}-"}}
    - fetch: {url: /files/none.png, method: HEAD}
`;

test('a case by hand: rows give operation and method, and unknown values are variables that are explained', () => {
  const cases = parse(BY_HAND).map((one: object) => ({
    ...one,
    file: 'conformance/cases/pots/by-hand.yaml',
  }));
  const [, ...parts] = (explain('pots.by-hand', { ...suite, cases }) ?? '').split('\n\n');
  expect(parts.slice(1).join('\n')).toBe(String.raw`  LABEL="c-$$-1"' '"$(printf 'boat %.0s' $(seq 1600))"
  SUM='2'
  curl -sSi "$BASE/v1/pots" \
    -H 'content-type: application/json' \
    -H 'Authorization: Basic '"$(printf %s "$KEY:" | base64 | tr -d '\n')" \
    -d '{"label":"'"$LABEL"'","other":"'"c-$$-2"'"}'
  curl -sSi -I "$BASE/v1/pots" \
    -H "Authorization: Bearer sk-$$-3"
  # HOOK: a URL of yours that ends in /tea and responds with 200
  # TARGET_LIMITED_REQUESTS is target.limited.requests
  for i in $(seq "$((TARGET_LIMITED_REQUESTS + 2))"); do curl -sSi "$BASE/v1/pots" \
    -H "Authorization: Bearer $KEY" & done; wait
  # LENGTH is what this gives: length
  # FOUND is what this gives: found
  for url in $FOUND; do curl -sS -o file -D - -H 'range: bytes='"$LENGTH"'-' "$url"; done
  curl -sS -I "$BASE/files/none.png"
`);
});

test('says why a requirement cannot be checked, or that nothing checks it', () => {
  expect(explain('GW-CUP-001', suite)).toBe(
    'GW-CUP-001  MUST, section 2\n\nA cup is never seen inside.\n\nIt cannot be checked from outside: nobody may look into the cup.\n',
  );
  expect(explain('GW-POT-002', { ...suite, cases: [] })).toBe(
    'GW-POT-002  SHOULD, section 1.2\n\nA pot pours within five minutes.\n\nNo case checks it yet.\n',
  );
});

test('lists the requirements of an area', () => {
  const list =
    'GW-POT-001  MUST    A pot that was filled pours tea.\nGW-POT-002  SHOULD  A pot pours within five minutes.\n';
  expect([explain('pot', suite), explain('GW-POT', suite)]).toEqual([list, list]);
});

test('knows the ids of requirements, cases and invariants, and no others', () => {
  expect(listIds(suite)).toEqual(['GW-POT-001', 'GW-POT-002', 'GW-CUP-001', 'pots.pours', 'invariant.hot']);
  expect(explain('invariant.hot', suite)).toContain('GW-POT-001: body.degrees > 90');
  expect([explain('GW-POT-009', suite), explain('', suite), explain('constructor', suite)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('shows three cases of a requirement and lists the others', () => {
  const [one] = suite.cases;
  if (!one) throw new Error('There is no case.');
  const cases = ['a', 'b', 'c', 'd', 'e'].map((name) => ({
    ...one,
    id: `pots.${name}`,
    for: [{ name: 'x', leaf: name }],
  }));
  const text = explain('GW-POT-001', { ...suite, invariants: [], cases }) ?? '';
  expect(text.match(/^pots\.\w/gm)).toEqual(['pots.a', 'pots.b', 'pots.c']);
  expect(text).toMatch(
    /\n\n2 more cases check it:\n {2}npx gatewright explain pots\.d {2}# A pot of d tea pours\n {2}npx gatewright explain pots\.e {2}# .*\n$/,
  );
});
