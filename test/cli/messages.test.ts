import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { callCommand } from './call-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatewright-messages-'));
const taken = createServer();
const WHOLE = 'must be a whole number from 0 to 65535';

beforeAll(async () => {
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const files = {
    'broken.json': '{"port": 8080,}',
    'empty.json': ' ',
    'list.json': '[1]',
    'slip.json': '{"prot": 8080}',
    'unknown.json': '{"colour": "red"}',
    'port.json': '{"port": "http"}',
    'null.json': '{"port": null}',
    'switch.json': '{"allow-private-addresses": "yes"}',
    'both.json': '{"data": "x", "database-url": "postgres://x"}',
    'url.json': '{"database-url": "mysql://x"}',
    file: 'a file',
    percent: '%!PS-Adobe',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, 'foreign'));
  writeFileSync(join(folder, 'foreign', 'gatewright.db'), 'no database of any kind. '.repeat(200));
  const made = await call(['keys', 'create', '--account', 'acme', '--credit', '5', '--data', '{dir}/db']);
  expect(made).toMatchObject({ code: 0, err: '' });
});

afterAll(async () => {
  await new Promise((resolve) => taken.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

afterEach(() => vi.unstubAllEnvs());

/** The words of a row with the folder and port of this run filled in. */
function fill(text: string): string {
  const address = taken.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return text.replaceAll('{dir}', folder).replaceAll('{taken}', String(port));
}

function call(args: readonly string[]) {
  return callCommand(...args.map(fill));
}

/** A command line, and the one line with which it is rejected; `?` stands for the reference to the help. */
const rows: readonly (readonly [string, string])[] = [
  ['image --model sx-5-0-pro --prompt a --prompt b', 'The option --prompt is given twice.?'],
  [
    'image --model sx-5-0-pro --prompt a --sequential-image-generation auto',
    'Unknown option --sequential-image-generation. sequential_image_generation is not supported, whatever its value: sx-5-0-pro generates one image per request.?',
  ],
  ['image --model sx-5-0-pro --prompt a --set prompt=b --yes', 'prompt is given twice.?'],
  ['image --model sx-5-0-pro --prompt a --set user=b --set user=c --yes', 'user is given twice.?'],
  ['image --model sx-5-0-pro fox', 'Unexpected argument "fox". Pass the prompt as --prompt "fox".?'],
  ['image --model sx-5-0-pro --prompt a fox', 'Unexpected argument "fox".?'],
  ['image --task task_1 --poll soon', '--poll must be seconds above 0, such as 60 or 0.5; got soon.?'],
  ['image --task task_1 --timeout 0', '--timeout must be seconds above 0, such as 60 or 0.5; got 0.?'],
  ['image --task ../v1/models', '--task must be the id of a task, such as task_0123abcd; got ../v1/models.?'],
  [
    'image --model sx-5-0-pro --prompt a --url http://127.0.0.1:9/v1?a=b',
    '--url "http://127.0.0.1:9/v1?a=b" must have neither a query nor a fragment.?',
  ],
  ['chat --model qx3.8-max --prompt a --file {dir}/percent', '--file {dir}/percent: the file is not a PDF.?'],
  ['mcok', 'Unknown command "mcok". Did you mean mock? See: npx gatewright help'],
  ['help xyz', 'Unknown command "xyz". See: npx gatewright help'],
  [
    'init {dir}/file/new',
    '{dir}/file/new cannot be written: there is a file in the way. Name another folder.',
  ],
  ['--verison', 'Unknown option --verison. Did you mean --version? See: npx gatewright help'],
  ['-x', 'Unknown option -x. See: npx gatewright help mock'],
  ['mock --port 70000', `--port ${WHOLE}; got 70000.?`],
  ['mock --port ""', `--port ${WHOLE}; got "".?`],
  [
    'mock --port -1',
    'The option --port requires a value; one that begins with a dash is written --port=-VALUE.?',
  ],
  ['mock --port=-1', `--port ${WHOLE}; got -1.?`],
  ['mock --port {taken}', 'Port {taken} is in use: stop what listens there, or choose another with --port.'],
  [
    'mock --port 0 --host nowhere.invalid',
    'The host nowhere.invalid is not known: name an address of this machine with --host, such as 127.0.0.1.',
  ],
  [
    'mock --port 0 --host 203.0.113.7',
    '203.0.113.7 is not an address of this machine: name one with --host, such as 127.0.0.1, or 0.0.0.0 for all.',
  ],
  ['mock --host ""', '--host must be an address of this machine, such as 127.0.0.1; got "".?'],
  ['mock --speed fast', '--speed must be a number above 0 and at most 1000000; got fast.?'],
  ['mock --clock frozen', '--clock must be one of real, manual; got frozen.?'],
  ['mock --seed abc', '--seed must be a whole number from 0 to 4294967295; got abc.?'],
  ['mock --balance 1,000', '--balance must be a number of US dollars, such as 25.50; got 1,000.?'],
  ['mock --balance 0.0000000001', '--balance must have at most nine decimal places; got 0.0000000001.?'],
  ['mock --keep-tasks 0', '--keep-tasks must be a whole number from 1 to 100000000; got 0.?'],
  ['mock --success-status done', '--success-status must be one of success, completed; got done.?'],
  [
    'mock --allow-origin localhost:3000',
    '--allow-origin must be an origin, such as http://localhost:3000; got localhost:3000.?',
  ],
  [
    'mock --allow-host http://x',
    '--allow-host must be a host, such as mock or mock.test:8080; got http://x.?',
  ],
  ['mock --json true', 'Unexpected argument "true".?'],
  ['serve --config {dir}/none.json', '--config {dir}/none.json: there is no such file.?'],
  ['serve --config {dir}', '--config {dir}: this is a folder.?'],
  ['serve --config ""', '--config must name a JSON file; got "".?'],
  [
    'serve --config {dir}/broken.json',
    '--config {dir}/broken.json: the file is not JSON: Expected double-quoted property name in JSON at position 14 (line 1 column 15).?',
  ],
  [
    'serve --config {dir}/empty.json',
    '--config {dir}/empty.json: the file is empty; it must be one JSON object, such as {"port": 8080}.?',
  ],
  [
    'serve --config {dir}/list.json',
    '--config {dir}/list.json: it must be one JSON object, such as {"port": 8080}.?',
  ],
  [
    'serve --config {dir}/slip.json',
    '--config {dir}/slip.json: there is no setting "prot". Did you mean port??',
  ],
  [
    'serve --config {dir}/unknown.json',
    '--config {dir}/unknown.json: there is no setting "colour". The settings are port, host, metrics-port, public-url, engine, simulator-speed, success-status, drain-delay, drain, keep-days, log-level, allow-private-addresses, data, database-url.?',
  ],
  ['serve --config {dir}/port.json', `--config {dir}/port.json: port ${WHOLE}; got http.?`],
  ['serve --config {dir}/null.json', '--config {dir}/null.json: port must be a number.?'],
  [
    'serve --config {dir}/switch.json',
    '--config {dir}/switch.json: allow-private-addresses must be true or false.?',
  ],
  [
    'serve --config {dir}/both.json',
    '--config {dir}/both.json: data and database-url are both given: remove one of them.?',
  ],
  [
    'serve --config {dir}/url.json',
    '--config {dir}/url.json: database-url must begin with postgres:// or postgresql://.?',
  ],
  ['serve --port http', `--port ${WHOLE}; got http.?`],
  ['serve --metrics-port x', `--metrics-port ${WHOLE}; got x.?`],
  [
    'serve --public-url api.example.com',
    '--public-url must be scheme, host and port only, such as https://api.example.com; got api.example.com.?',
  ],
  ['serve --engine real', '--engine must be simulator, the only engine; got real.?'],
  ['serve --simulator-speed 0', '--simulator-speed must be a number above 0 and at most 1000; got 0.?'],
  ['serve --drain 1.5', '--drain must be whole seconds from 0 to 3600; got 1.5.?'],
  ['serve --keep-days ever', '--keep-days must be whole days from 1 to 36500; got ever.?'],
  ['serve --log-level loud', '--log-level must be one of silent, error, warn, info, debug; got loud.?'],
  ['serve --data ""', '--data must name a folder; got "".?'],
  ['serve --keep-day 3', 'Unknown option --keep-day. Did you mean --keep-days??'],
  [
    'serve --data {dir}/s --port {taken}',
    'Port {taken} is in use: stop what listens there, or choose another with --port.',
  ],
  [
    'serve --data {dir}/s --port 0 --metrics-port {taken}',
    'Port {taken} is in use: stop what listens there, or choose another with --metrics-port.',
  ],
  [
    'serve --data {dir}/file --port 0',
    'The database cannot be used: the folder "{dir}/file" cannot hold it: there is a file of this name. Name another with --data.',
  ],
  [
    'serve --data {dir}/foreign --port 0',
    'The database cannot be used: "{dir}/foreign/gatewright.db" is not a sound SQLite database: restore it, or name another folder with --data.',
  ],
  ['keys --data {dir}/db', 'Specify an action: gatewright keys create | list | revoke | limit | quota.?'],
  ['keys creat --data {dir}/db', 'Unknown action "creat" of keys. Did you mean create??'],
  ['keys xyz', 'Unknown action "xyz" of keys. The actions are create, list, revoke, limit, quota.?'],
  ['keys create extra', 'Unexpected argument "extra".?'],
  ['keys list --limit 5', '"list" does not take --limit.?'],
  [
    'keys create --account a/b --data {dir}/db',
    '--account must have 1 to 100 letters, digits and . _ : @ -, and start with a letter or digit; got a/b.',
  ],
  [
    'keys create --group-ratio 0 --data {dir}/db',
    '--group-ratio must be a decimal above 0 and below 1000000, with at most six decimal places, such as 0.8; got 0.',
  ],
  [
    'keys create --limit 100 --data {dir}/db',
    '--limit must be requests/seconds, such as 100/60, or none; got 100.',
  ],
  [
    'keys create --credit 1e3 --data {dir}/db',
    '--credit must be a number of US dollars, such as 25.50; got 1e3.',
  ],
  [
    'keys create --credit 9999999999 --data {dir}/db',
    '--credit must be at most 999999999.999999999 US dollars; got 9999999999.',
  ],
  [
    'keys create --models , --data {dir}/db',
    '--models must name at least one model, or be left out if the key may use all; got ,.',
  ],
  ['keys revoke --data {dir}/db', '"revoke" requires KEY.?'],
  ['keys revoke abcd --data {dir}/db', 'There is no key with the id "abcd". See: gatewright keys list'],
  ['keys revoke sk-unknown --data {dir}/db', 'Unknown key. See: gatewright keys list'],
  [
    'keys limit abcd often --data {dir}/db',
    'The limit must be requests/seconds, such as 100/60, or none; got often.',
  ],
  [
    'keys list --data {dir}/none',
    'There is no database in the folder "{dir}/none". Specify the service\'s folder with --data, or create a database with: gatewright keys create',
  ],
  [
    'keys list --data {dir}/foreign',
    'The database cannot be used: "{dir}/foreign/gatewright.db" is not a sound SQLite database: restore it, or name another folder with --data.',
  ],
  ['keys list --config {dir}/none.json', '--config {dir}/none.json: there is no such file.?'],
  ['accounts credit acme --data {dir}/db', '"credit" requires ACCOUNT and USD.?'],
  [
    'accounts credit acme abc --data {dir}/db',
    'The amount must be a number of US dollars, such as 25.50; got abc.',
  ],
  [
    'accounts credit acme -5 --data {dir}/db',
    '-5 looks like an option: put -- before a negative number, as in -- -5.?',
  ],
  [
    'accounts --data {dir}/db credit acme -- -50',
    'acme has only 5 USD available; 50 USD cannot be withdrawn.',
  ],
  [
    'accounts show nobody --data {dir}/db',
    'There is no account "nobody". List them with: gatewright accounts list. Create one with: gatewright keys create --account NAME',
  ],
  ['accounts show acme --rotate --data {dir}/db', '"show" does not take --rotate.?'],
  ['accounts list --limit many --data {dir}/db', '--limit must be a whole number from 1 to 10000; got many.'],
  ['accounts credit acme 0 --data {dir}/db', 'The amount must not be zero; got 0.'],
  ['accounts credit acme 0.00 --data {dir}/db', 'The amount must not be zero; got 0.00.'],
  [
    'tasks list --account nobody --data {dir}/db',
    'There is no account "nobody". List them with: gatewright accounts list. Create one with: gatewright keys create --account NAME',
  ],
  ['tasks show task_x --data {dir}/db', 'There is no task "task_x". See: gatewright tasks list'],
  ['tasks cancel task_x --data {dir}/db', 'There is no task "task_x". See: gatewright tasks list'],
  [
    'tasks list --state done --data {dir}/db',
    '--state must be one of open, success, failed, cancelled; got done.',
  ],
  [
    'callbacks resend task_x --data {dir}/db',
    'There is no callback for "task_x". See: gatewright callbacks list',
  ],
  [
    'callbacks list --state open --data {dir}/db',
    '--state must be one of pending, delivered, failed, discarded; got open.',
  ],
  ['ledger compact --data {dir}/db', 'Specify the number of days to keep: --keep-days N, from 1 to 36500.'],
  ['backup --data {dir}/db', 'Specify the file to write: gatewright backup FILE.?'],
  ['backup {dir}/file --data {dir}/db', '"{dir}/file" already exists: choose another file.'],
  [
    'backup {dir}/copy --data {dir}/none',
    'There is no database in the folder "{dir}/none": name the service\'s folder with --data.',
  ],
  ['check', 'Name the folder with the model files.?'],
  ['check --jsno', 'Unknown option --jsno. Did you mean --json??'],
  ['check {dir}/none', '{dir}/none: there is no such folder.'],
  ['check {dir}/file', '{dir}/file: this is a file; name the folder with the model files.'],
  ['check {dir} more', 'Unexpected argument "more".?'],
  ['generate --out {dir}/out', 'Name the folder with the model files: --models DIR.?'],
  ['generate --models {dir}', 'Name the folder to write: --out DIR.?'],
  ['generate --models {dir}/none --out {dir}/out', '{dir}/none: there is no such folder.'],
  ['generate models', 'Unexpected argument "models".?'],
  ['mock --models {dir}/none', '{dir}/none: there is no such folder.'],
  [
    'mock --models {dir}/foreign/gatewright.db',
    '{dir}/foreign/gatewright.db: this is a file; name the folder with the model files.',
  ],
  ['serve --models {dir}/none', '{dir}/none: there is no such folder.'],
  ['conform --models {dir}/none', '{dir}/none: there is no such folder.'],
  ['init {dir}/a {dir}/b', 'Unexpected argument "{dir}/b".?'],
  ['init --force', 'Unknown option --force.?'],
  ['init ""', 'The folder must have a name; got "".?'],
];

test.each(rows)('refuses "%s" in one line that says how to continue', async (line, want) => {
  const args = line.split(' ').map((word) => (word === '""' ? '' : word));
  const [command = ''] = args;
  const told = fill(want.replace(/\?$/, ` See: npx gatewright help ${command}`));
  expect(await call(args)).toEqual({ code: 2, out: '', err: `${told}\n` });
});

test('help is printed whatever else is on the line', async () => {
  const { code, out } = await call(['explain', 'one', 'two', 'three', '--help']);
  expect([code, out.startsWith('gatewright explain')]).toEqual([0, true]);
});

test.each(['--model', '--model='])('%s without a name is no misspelled option', async (flag) => {
  const { code, err } = await call(['image', flag]);
  expect(code).toBe(2);
  expect(err).toMatch(/^Name a model with --model: .*\bsx-5-0-pro\b/);
});

test.each([
  ['PORT', 'abc', `PORT ${WHOLE}; got abc.`],
  ['HOST', '', 'HOST must be an address of this machine, such as 127.0.0.1; got "".'],
  ['KEEP_DAYS', '0', 'KEEP_DAYS must be whole days from 1 to 36500; got 0.'],
  ['DATABASE_URL', 'mysql://x', 'DATABASE_URL must begin with postgres:// or postgresql://.'],
])('names the variable %s that holds a wrong value', async (name, value, want) => {
  vi.stubEnv(name, value);
  expect((await call(['serve'])).err).toBe(`${want} See: npx gatewright help serve\n`);
});

test('names the database server that does not respond, without its password', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://user:secret@nowhere.invalid/x');
  expect((await call(['keys', 'list'])).err).toBe(
    'The database cannot be used: getaddrinfo ENOTFOUND nowhere.invalid: check DATABASE_URL, and that the server runs.\n',
  );
});

test('a key for a misspelled model is created, with a warning', async () => {
  const made = await call(['keys', 'create', '--models', 'sx-5-0-por', '--data', '{dir}/db', '--json']);
  expect(made.code).toBe(0);
  expect(JSON.parse(made.out)).toMatchObject({ models: ['sx-5-0-por'] });
  expect(made.err).toBe('Warning: the catalogue has no model "sx-5-0-por". Did you mean sx-5-0-pro?\n');
});

test.each([
  ['--credit', 'abc', 'a number of US dollars, such as 25.50'],
  ['--limit', '5', 'requests/seconds, such as 100/60, or none'],
])('keys create with a wrong %s creates nothing', async (option, value, must) => {
  const { code, err } = await call(['keys', 'create', option, value, '--data', '{dir}/new']);
  expect([code, err]).toEqual([2, `${option} must be ${must}; got ${value}.\n`]);
  expect(existsSync(fill('{dir}/new'))).toBe(false);
});
