/**
 * Which test runs the fenced blocks of a page, by the language and the first words of a block; the longest name counts. A block that no
 * test runs has a reason instead.
 */
export const blockTests: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'README.md': {
    'sh npm ci': 'not run: how a checkout is installed, and its tests, which are .ci/run',
    'sh npm run serve': 'not run: the first start of docs/serve.md by another name',
    'sh npx gatewright conform': 'not run: the whole suite, which is a step of .ci/run',
    'sh npx node examples': 'test/examples/examples.long.test.ts',
    sh: 'test/readme/readme.test.ts',
    json: 'test/readme/readme.test.ts',
  },
  'docs/adding-a-model.md': {
    json: 'test/scripts/add-model/project-with-models.ts',
    'sh npm run format': 'not run: steps of .ci/run by their names',
  },
  'docs/bench.md': { ' npm run bench': 'not run: takes minutes, and measures a machine' },
  'docs/caching.md': { ts: 'test/readme/guides.long.test.ts', sh: 'test/readme/guides.long.test.ts' },
  'docs/callbacks.md': {
    sh: 'test/readme/other-blocks.long.test.ts',
    ts: 'test/readme/callbacks-page.test.ts',
    python: 'test/sdk/python.long.test.ts',
    go: 'test/sdk/go.long.test.ts',
    java: 'test/sdk/java.long.test.ts',
    rust: 'test/sdk/rust.long.test.ts',
  },
  'docs/cli.md': { sh: 'test/readme/cli-page.long.test.ts', ' Interrupted.': 'not run: what is printed' },
  'docs/client.md': {
    ts: 'test/readme/client-page.long.test.ts',
    tsx: 'test/readme/react-components.long.test.ts',
    'js // proxy.js': 'not run: needs Next.js; tried by hand',
  },
  'docs/clients.md': { 'sh npx redocly respect': 'test/conformance/witnesses/workflows.ts' },
  'docs/conformance.md': {
    'sh npm ci': 'test/conformance/docs.long.test.ts',
    yaml: 'test/readme/other-blocks.long.test.ts',
  },
  'docs/deploy.md': { sh: 'test/deploy/page.test.ts' },
  'docs/docs-site.md': {
    'sh npx gatewright docs --serve': 'test/docs-site/read-site.long.test.ts',
    'sh npx gatewright docs --out': 'test/docs-site/own-models-site.long.test.ts',
  },
  'docs/first-call.md': {
    console: 'test/readme/other-blocks.long.test.ts',
    sh: 'test/readme/guides.long.test.ts',
    ts: 'test/readme/guides.long.test.ts',
  },
  'docs/mock.md': {
    sh: 'test/readme/operators-pages.long.test.ts',
    ' 12:00:59': 'not run: what is printed',
  },
  'docs/money.md': { sh: 'test/readme/guides.long.test.ts', ts: 'test/readme/guides.long.test.ts' },
  'docs/msw.md': {
    'sh npm install': 'not run: asks a registry for packages that are not published yet',
    'ts // generate.test.ts': 'test/msw/docs.long.test.ts',
    'ts // mock-gateway.ts': 'test/msw/docs.long.test.ts',
    'ts // gateway.ts': 'test/msw/browser.long.test.ts',
    'ts // .storybook/preview.ts': 'test/msw/browser.long.test.ts',
    'ts // client.ts': 'test/msw/browser.long.test.ts',
    'ts // own-gateway.ts': 'test/msw/browser.long.test.ts',
  },
  'docs/packages.md': {
    ts: 'test/readme/packages-page.test.ts',
    js: 'test/installation/packages.long.test.ts',
  },
  'docs/releases.md': {
    'sh npx changeset': 'not run: writes a file into this checkout, as the tests of releases do into copies',
    'sh npm run release:version': 'test/scripts/release/release.long.test.ts',
    'sh git tag': 'not run: publishes',
    'sh npm audit': 'not run: looks at what is published',
  },
  'docs/retries.md': { sh: 'test/readme/guides.long.test.ts', ts: 'test/readme/guides.long.test.ts' },
  'docs/sdk-generators.md': { sh: 'test/generators/published-page.test.ts' },
  'docs/sdks.md': {
    'sh npx gatewright sdk python': 'test/sdk/python.long.test.ts',
    'sh npx gatewright sdk go': 'test/sdk/go.long.test.ts',
    'sh npx gatewright sdk java': 'test/sdk/java.long.test.ts',
    'sh npx gatewright sdk rust': 'test/sdk/rust.long.test.ts',
    'sh npx gatewright sdk ruby': 'test/sdk/generated.long.test.ts',
  },
  'docs/serve.md': {
    sh: 'test/readme/operators-pages.long.test.ts',
    json: 'test/readme/other-blocks.long.test.ts',
  },
  'docs/streaming.md': { sh: 'test/readme/guides.long.test.ts', ts: 'test/readme/guides.long.test.ts' },
  'docs/tasks.md': { ts: 'test/readme/guides.long.test.ts' },
  'docs/testing.md': { ts: 'test/readme/guides.long.test.ts' },
  'docs/your-own-models.md': {
    sh: 'test/own-models/page.long.test.ts',
    json: 'test/own-models/page.long.test.ts',
    'ts import { createClient': 'test/own-models/page.long.test.ts',
    'ts import { estimate': 'test/own-models/page.long.test.ts',
    'ts import { createMock': 'test/installation/packages.long.test.ts',
    'js import { mockForEachTest': 'test/installation/packages.long.test.ts',
  },
};
