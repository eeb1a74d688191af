/** One step of a request: a file, its function, and what happens there. */
interface Step {
  readonly file: string;
  readonly name: string;
  readonly does: string;
  /** A port is between this step and the one before: no file imports the other. */
  readonly isBehindPort: boolean;
}

/** The path of a request through the code. */
export interface RequestPath {
  readonly title: string;
  readonly steps: readonly Step[];
}

const SOCKET =
  'src/http/node.ts createNodeServer: reads the request from the socket and passes it on, without a framework';
const PIPELINE =
  '> src/gateway/pipeline.ts answerRequest: finds the operation and runs the following steps in this order';
const KEY = 'src/gateway/accounts/authenticate.ts authenticate: looks the key up by its digest';
const RESPOND =
  'src/gateway/answers/to-response.ts toResponse: serializes the response, or sends one that was serialized before';

/** A submission and a poll, from the socket to the store and back; `>` marks steps behind a port. */
export const requestPaths: readonly RequestPath[] = [
  {
    title: 'A submission',
    steps: [
      SOCKET,
      PIPELINE,
      KEY,
      'src/gateway/accounts/limit-rate.ts limitRate: counts it against the limit of its key',
      'src/gateway/read-request.ts readRequest: receives and parses the body, within the capacity of its account',
      'src/gateway/operations/operations.ts gatewayOperations: calls the operation',
      'src/gateway/operations/create-image.ts createImage: is the operation',
      'src/gateway/submits/submit-once.ts submitOnce: claims its `Idempotency-Key`, if it has one',
      'src/gateway/submits/submit-task.ts submitTask: refuses the request, or stores its task',
      'src/contract/validate.ts validateRequest: checks schema, rules and size against the tables of the model',
      'src/gateway/submits/plan-task.ts planTask: fixes its sizes, seed and due time',
      'src/contract/price.ts holdFor: computes the highest price, which is held',
      'src/gateway/ports/store.ts acceptTask: stores task, hold, ledger entry and due time in one transaction',
      '> src/adapters/store/sql/sql-store.ts createSqlStore: writes them in one batch with concurrent submissions',
      RESPOND,
    ].map(toStep),
  },
  {
    title: 'A poll',
    steps: [
      SOCKET,
      PIPELINE,
      KEY,
      'src/gateway/operations/operations.ts gatewayOperations: calls the operation',
      'src/gateway/operations/get-task.ts getTask: is the operation',
      'src/gateway/tasks/finish-task.ts readTask: reads the task, and finishes it first when it is due',
      '> src/adapters/store/sql/tasks.ts createTaskReads: reads it in one batch with concurrent reads',
      'src/gateway/tasks/task-record.ts toTaskRecord: turns it into the record of section 2.4',
      '> src/gateway/answers/prepared-answers.ts createPreparedAnswers: caches the record of a finished task as text',
      RESPOND,
    ].map(toStep),
  },
];

function toStep(text: string): Step {
  const [, mark, file = '', name = '', does = ''] = /^(> )?(\S+) (\w+): (.*)$/.exec(text) ?? [];
  return { file, name, does, isBehindPort: mark !== undefined };
}
