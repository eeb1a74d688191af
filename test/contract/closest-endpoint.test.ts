import { expect, it } from 'vitest';
import { closestEndpoint } from '../../src/contract/names/closest-endpoint.ts';

const IMAGES = 'POST /v1/images/generations';
const CHAT = 'POST /v1/chat/completions';

const slips: readonly (readonly [path: string, meant: string | undefined])[] = [
  // letters
  ['/v1/image/generations', IMAGES],
  ['/v1/images/generation', IMAGES],
  ['/v1/images/genrations', IMAGES],
  ['/v1/video/generations', 'POST /v1/videos/generations'],
  ['/v1/chat/completion', CHAT],
  ['/v1/response', 'POST /v1/responses'],
  ['/v1/model', 'GET /v1/models'],
  ['/v1/models-schema', 'GET /v1/model-schema'],
  ['/v1/users/balance', 'GET /v1/user/balance'],
  ['/v1/balances', 'GET /v1/balance'],
  ['/api/prices/model', 'GET /api/pricing/model'],
  ['/api/price', undefined],
  // slashes, case and encoding
  ['/v1/images/generations/', IMAGES],
  ['/v1//images/generations', IMAGES],
  ['/V1/Images/Generations', IMAGES],
  ['/v1/images%2fgenerations', IMAGES],
  ['/v1%2Fmodels', 'GET /v1/models'],
  // the version
  ['/images/generations', IMAGES],
  ['/chat/completions', CHAT],
  ['/models', 'GET /v1/models'],
  ['/v1/v1/images/generations', IMAGES],
  ['/v2/images/generations', IMAGES],
  ['/api/v1/images/generations', IMAGES],
  ['/images', IMAGES],
  ['/openai/v1/chat/completions', CHAT],
  // parameters
  ['/v1/task/task_0123456789abcdef', 'GET /v1/tasks/task_0123456789abcdef'],
  ['/tasks/task_1', 'GET /v1/tasks/task_1'],
  ['/v1/tasks/task_1/', 'GET /v1/tasks/task_1'],
  ['/v1/v1/tasks/task_1', 'GET /v1/tasks/task_1'],
  ['/v1/tasks/', 'GET /v1/tasks/{task_id}'],
  ['/v1/tasks', 'GET /v1/tasks/{task_id}'],
  ['/v1/models/vxq3', 'GET /v1/models/vxq3/schema'],
  ['/v1/models/x', 'GET /v1/models'],
  ['/v1/models/qx3.8-max', 'GET /v1/models'],
  ['/v1/model/qx3.8-max/schema', 'GET /v1/models'],
  ['/v1/model/vxq3/schema', 'GET /v1/models/vxq3/schema'],
  ['/models/vxq3/schema', 'GET /v1/models/vxq3/schema'],
  ['/v1/models/vxq3/schemas', 'GET /v1/models/vxq3/schema'],
  // the only one that begins like this
  ['/v1/images', IMAGES],
  ['/v1/chat', CHAT],
  ['/v1/user', 'GET /v1/user/balance'],
  ['/user', 'GET /user/balance'],
  ['/api/pricing', 'GET /api/pricing/model'],
  ['/v1/dashboard/billing', undefined],
  // no other endpoint: an escape that is malformed
  ['/v1/tasks/%zz', undefined],
  ['/v1/task/%zz', 'GET /v1/tasks/%zz'],
  // nothing is close
  ['', undefined],
  ['/', undefined],
  ['//', undefined],
  ['/v1', undefined],
  ['/v1/', undefined],
  ['/nowhere', undefined],
  ['/v1/embeddings', undefined],
  ['/v1/images/edits', undefined],
  ['/v1/tasks/a/b', undefined],
  ['/__proto__', undefined],
  ['/constructor', undefined],
  ['/favicon.ico', undefined],
  [`${'/'.repeat(191)}v1/models`, 'GET /v1/models'],
  [`${'/'.repeat(192)}v1/models`, undefined],
  [`/v1/tasks/${'a/'.repeat(90)}`, undefined],
  [`/v1/task/${'a'.repeat(200)}`, undefined],
];

it.each(slips)('%s probably means %s', (path, meant) => {
  expect(closestEndpoint(path, (model) => model === 'vxq3')).toBe(meant);
});
