import { expect, test } from 'vitest';
import { callCommand } from './call-command.ts';

test('explains a requirement of the suite', async () => {
  const { code, out, err } = await callCommand('explain', 'GW-CAT-028');
  expect([code, err]).toEqual([0, '']);
  expect(out).toBe(
    'GW-CAT-028  MUST, section 4.1\n\nLists in the dialects of other vendors do not change with `expand`.\n\nIt cannot be checked from outside: no path of such a list is stated.\n',
  );
});

test('suggests the id that was meant', async () => {
  expect(await callCommand('explain', 'GW-CAT-28')).toEqual({
    code: 2,
    out: '',
    err: 'There is no requirement, case, area or folder "GW-CAT-28". Did you mean GW-CAT-028? See: npx gatewright help explain\n',
  });
});

test('asks for one id', async () => {
  const none = await callCommand('explain');
  const two = await callCommand('explain', 'GW-CAT-001', 'GW-CAT-002');
  expect([none, two]).toEqual([
    {
      code: 2,
      out: '',
      err: 'Name a requirement, such as GW-IMG-SXP-012, a case or an area. See: npx gatewright help explain\n',
    },
    { code: 2, out: '', err: 'Unexpected argument "GW-CAT-002". See: npx gatewright help explain\n' },
  ]);
});

test('makes a reference picture or a PDF, and says when it cannot', async () => {
  const picture = await callCommand('explain', '--media', '64x64.png');
  const pdf = await callCommand('explain', '--media', '2-pages-a4.pdf');
  const huge = await callCommand('explain', '--media', '99999x99999.png');
  expect(huge).toEqual({
    code: 2,
    out: '',
    err: '--media 99999x99999.png: the picture is too large; at most 50000000 pixels are drawn. See: npx gatewright help explain\n',
  });
  const more = await callCommand('explain', '--media', '64x64.png', 'tasks');
  expect(more.err).toBe('Unexpected argument "tasks". See: npx gatewright help explain\n');
  const none = await callCommand('explain', '--media', 'boat.png');
  expect(picture.out).toMatch(/^data:image\/png;base64,iVBORw0KGgo[\w+/]+=*\n$/);
  expect(pdf.out).toMatch(/^data:application\/pdf;base64,JVBERi0[\w+/]+=*\n$/);
  expect([none.code, none.err]).toEqual([
    2,
    '--media boat.png: no such picture or PDF can be made. See: npx gatewright help explain\n',
  ]);
});
