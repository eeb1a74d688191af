import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { AddressRefused, findRefusal } from '../../../src/adapters/network/address-refused.ts';
import { type AddressGuard, createAddressGuard } from '../../../src/adapters/network/create-address-guard.ts';
import { createLooseGuard } from '../../../src/adapters/network/create-loose-guard.ts';
import { createResolver, resolvePublicHost } from '../../../src/adapters/network/resolve-host.ts';

const names: Readonly<Record<string, readonly string[]>> = {
  'public.example': ['93.184.216.34'],
  'both.example': ['2606:2800:220:1::1', '93.184.216.34'],
  'inside.example': ['10.1.2.3'],
  'mixed.example': ['93.184.216.34', '192.168.1.1'],
  'metadata.example': ['169.254.169.254'],
  'partly.example': ['93.184.216.34', '169.254.169.254'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'nothing.example': [],
  localhost: ['127.0.0.1'],
  'box.local': ['192.168.1.7'],
};

async function resolve(hostname: string): Promise<readonly string[]> {
  const addresses = names[hostname.toLowerCase().replace(/\.$/, '')];
  if (!addresses) throw Object.assign(new Error('unknown name'), { code: 'ENOTFOUND' });
  return addresses;
}

const strict = createAddressGuard({ resolve });
const relaxed = createAddressGuard({ allowPrivate: true, ports: 'any', resolve });

/** Whether a guard allows an address: its form, then its host. */
async function isAllowed(guard: AddressGuard, address: string): Promise<boolean> {
  try {
    const url = new URL(address);
    guard.checkUrl(url);
    await guard.vetHost(url.hostname);
    return true;
  } catch (error) {
    if (error instanceof AddressRefused) return false;
    throw error;
  }
}

test.each([
  // address, strict, relaxed
  ['http://8.8.8.8/', true, true],
  ['https://8.8.8.8:443/', true, true],
  ['https://[2606:4700:4700::1111]/', true, true],
  ['https://[::ffff:8.8.8.8]/', true, true],
  ['http://public.example/', true, true],
  ['https://both.example/', true, true],
  ['https://public.example:8443/', false, true],
  ['http://public.example:22/', false, true],
  ['http://127.0.0.1/', false, true],
  ['http://127.1/', false, true],
  ['http://2130706433/', false, true],
  ['http://0x7f000001/', false, true],
  ['http://0177.0.0.1/', false, true],
  ['http://127.0.0.1:3000/', false, true],
  ['http://[::1]/', false, true],
  ['http://[::ffff:127.0.0.1]/', false, true],
  ['http://[::127.0.0.1]/', false, false],
  ['http://[::8.8.8.8]/', false, false],
  ['http://[4000::1]/', false, false],
  ['http://10.0.0.1/', false, true],
  ['http://172.16.0.1/', false, true],
  ['http://192.168.0.1/', false, true],
  ['http://100.64.0.1/', false, true],
  ['http://[fd00:ec2::254]/', false, true],
  ['http://inside.example/', false, true],
  ['http://mixed.example/', false, true],
  ['http://mapped.example/', false, true],
  ['http://0.0.0.0/', false, false],
  ['http://169.254.169.254/latest/meta-data/', false, false],
  ['http://2852039166/', false, false],
  ['http://[::ffff:169.254.169.254]/', false, false],
  ['http://metadata.example/', false, false],
  ['http://[fe80::1]/', false, false],
  ['http://[fec0::1]/', false, false],
  ['http://[::]/', false, false],
  ['http://[64:ff9b::7f00:1]/', false, false],
  ['http://[2002:7f00:1::]/', false, false],
  ['http://[2001:db8::1]/', false, false],
  ['http://[64:ff9b::808:808]/', false, false],
  ['http://[64:ff9b:1::a9fe:a9fe]/', false, false],
  ['http://[2002:a9fe:a9fe::1]/', false, false],
  ['http://[2001:0:a9fe:a9fe::1]/', false, false],
  ['http://[2001::5601:5601]/', false, false],
  ['http://[::ffff:0:a9fe:a9fe]/', false, false],
  ['http://[ff02::1]/', false, false],
  ['http://224.0.0.1/', false, false],
  ['http://255.255.255.255/', false, false],
  ['http://192.0.2.1/', false, false],
  ['http://198.18.0.1/', false, false],
  ['http://240.0.0.1/', false, false],
  ['http://nothing.example/', false, false],
  ['http://localhost/', false, true],
  ['http://LOCALHOST./', false, true],
  ['http://box.local/', false, true],
  ['http://user@public.example/', false, false],
  ['http://user:secret@public.example/', false, false],
  ['http://:secret@public.example/', false, false],
  ['ftp://public.example/', false, false],
  ['file:///etc/passwd', false, false],
  ['gopher://public.example/', false, false],
])('allows %s: strictly %s, on this machine %s', async (address, strictly, loosely) => {
  expect([await isAllowed(strict, address), await isAllowed(relaxed, address)]).toEqual([strictly, loosely]);
});

test('a URL without a port is checked with the default port of its scheme', () => {
  const secure = createAddressGuard({ ports: [443] });
  expect(() => secure.checkUrl(new URL('https://public.example/'))).not.toThrow();
  expect(() => secure.checkUrl(new URL('http://public.example/'))).toThrow('port 80 is not allowed');
});

test('gives the reason without revealing the address of a host', async () => {
  const refusal = strict.vetHost('inside.example');
  await expect(refusal).rejects.toThrow('the host is not on the public internet');
  await expect(refusal).rejects.toMatchObject({ name: 'AddressRefused', code: 'ADDRESS_REFUSED' });
  expect(() => strict.checkUrl(new URL('http://public.example:8080/'))).toThrow(
    'port 8080 is not allowed, only 80 and 443',
  );
  expect(() => strict.checkUrl(new URL('ftp://public.example/'))).toThrow(
    'the scheme "ftp" is not http or https',
  );
});

test.each([
  'localhost',
  'a.localhost',
  'box.local',
  'db.internal',
  'router.home.arpa',
  'intranet',
  'x.test.',
])('refuses %s without a DNS query, because no such name exists', async (name) => {
  const asked: string[] = [];
  const guard = createAddressGuard({ resolve: async (host) => [asked.push(host), ''].map(String) });
  await expect(guard.vetHost(name)).rejects.toBeInstanceOf(AddressRefused);
  expect(asked).toEqual([]);
});

test('treats a name that does not resolve as retryable', async () => {
  await expect(strict.vetHost('unknown.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
});

test('returns every checked address, and resolves again each time', async () => {
  expect(await strict.vetHost('both.example')).toEqual(['2606:2800:220:1::1', '93.184.216.34']);
  const answers = [['93.184.216.34'], ['127.0.0.1']];
  const rebinding = createAddressGuard({ resolve: async () => answers.shift() ?? [] });
  expect(await rebinding.vetHost('rebind.example')).toEqual(['93.184.216.34']);
  await expect(rebinding.vetHost('rebind.example')).rejects.toBeInstanceOf(AddressRefused);
});

test.each([
  ['http://127.0.0.1:1/', true],
  ['http://localhost:9000/', true],
  ['http://[::1]/', true],
  ['http://0.0.0.0:8080/', true],
  ['http://10.0.0.1:81/', true],
  ['http://192.0.2.7/', true],
  ['http://169.254.169.254/', false],
  ['http://2852039166/', false],
  ['http://[fe80::1]/', false],
  ['http://[::ffff:169.254.169.254]/', false],
  ['http://[64:ff9b::a9fe:a9fe]/', false],
  ['http://[64:ff9b::7f00:1]/', true],
  ['http://[64:ff9b:1::a9fe:a9fe]/', false],
  ['http://[64:ff9b:1:a9fe:a9:fe00::]/', false],
  ['http://[64:ff9b:1:a9:fe:a9fe::]/', false],
  ['http://[64:ff9b:1:0:a9:fea9:fe00:0]/', false],
  ['http://[64:ff9b:1::1]/', true],
  ['http://[2002:a9fe:a9fe::1]/', false],
  ['http://[2002:808:808::1]/', true],
  ['http://[2001:0:a9fe:a9fe::1]/', false],
  ['http://[2001::5601:5601]/', false],
  ['http://[2001::1]/', true],
  ['http://[::a9fe:a9fe]/', false],
  ['http://[::ffff:0:a9fe:a9fe]/', false],
])('a loose guard allows all but link-local addresses: %s', async (address, isLoose) => {
  expect(await isAllowed(createLooseGuard(), address)).toBe(isLoose);
});

test('a loose guard refuses a name if one of its addresses is link-local', async () => {
  const guard = createLooseGuard(async (hostname) => names[hostname] ?? []);
  expect(await guard.vetHost('mixed.example')).toEqual(['93.184.216.34', '192.168.1.1']);
  await expect(guard.vetHost('partly.example')).rejects.toThrow('the host has a link-local address');
});

const unknown = Object.assign(new Error('unknown name'), { code: 'ENOTFOUND' });

test.each([
  ['both families', ['192.0.2.1'], ['2001:db8::1'], ['192.0.2.1', '2001:db8::1']],
  ['IPv4 only', ['192.0.2.1'], unknown, ['192.0.2.1']],
  ['IPv6 only', unknown, ['2001:db8::1'], ['2001:db8::1']],
  ['neither', unknown, unknown, unknown],
])('a name has every address that DNS gives it: %s', async (_name, four, six, want) => {
  const answer = async (found: readonly string[] | Error) => {
    if (found instanceof Error) throw found;
    return [...found];
  };
  const resolver = { resolve4: () => answer(four), resolve6: () => answer(six) } as unknown as Parameters<
    typeof resolvePublicHost
  >[1];
  const found = await resolvePublicHost('a.example', resolver).catch((error: unknown) => error);
  expect(found).toEqual(want);
});

test('a name server may take a while', async () => {
  const server = createSocket('udp4').bind(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  server.on('message', (query, { port, address }) => {
    const [question, answer] = [query.subarray(12), Buffer.from('c00c00010001000000ff00045db8d822', 'hex')];
    const isV4 = query.readUInt16BE(query.indexOf(0, 12) + 1) === 1;
    const head = Buffer.concat([
      query.subarray(0, 2),
      Buffer.from(`81800001000${isV4 ? 1 : 0}00000000`, 'hex'),
    ]);
    setTimeout(
      () => server.send(Buffer.concat([head, question, ...(isV4 ? [answer] : [])]), port, address),
      1100,
    );
  });
  const resolver = createResolver();
  resolver.setServers([`127.0.0.1:${server.address().port}`]);
  expect(await resolvePublicHost('slow.example', resolver)).toEqual(['93.184.216.34']);
});

test('a refusal is found as the cause of what failed, within three errors', () => {
  const refused = new AddressRefused('private');
  const wrap = (times: number): Error =>
    times === 0 ? refused : new Error('fetch failed', { cause: wrap(times - 1) });
  expect([0, 1, 2, 3].map((times) => findRefusal(wrap(times)))).toEqual([refused, refused, refused, refused]);
  expect([wrap(4), new Error('other'), 'text', undefined].map(findRefusal)).toEqual(Array(4).fill(undefined));
});
