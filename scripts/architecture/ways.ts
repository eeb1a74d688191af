/** One step of a request: a file, its function, and what happens there. */
export interface Step {
  readonly file: string;
  readonly name: string;
  readonly does: string;
  /** A port is between this step and the one before: no file imports the other. */
  readonly isBehindPort?: true;
}

/** The path of a request through the code. */
export interface Way {
  readonly title: string;
  readonly steps: readonly Step[];
}

const SOCKET: Step = {
  file: 'src/http/node.ts',
  name: 'createNodeServer',
  does: 'reads the request from the socket and passes it on, without a framework',
};
const PIPELINE: Step = {
  file: 'src/gateway/pipeline.ts',
  name: 'answerRequest',
  does: 'finds the operation and runs the following steps in this order',
  isBehindPort: true,
};
const KEY: Step = {
  file: 'src/gateway/accounts/authenticate.ts',
  name: 'authenticate',
  does: 'looks the key up by its digest',
};
const RESPOND: Step = {
  file: 'src/gateway/answers/to-response.ts',
  name: 'toResponse',
  does: 'serializes the response, or sends one that was serialized before',
};

/** A submission and a poll, from the socket to the store and back. */
export const ways: readonly Way[] = [
  {
    title: 'A submission',
    steps: [
      SOCKET,
      PIPELINE,
      KEY,
      {
        file: 'src/gateway/accounts/limit-rate.ts',
        name: 'limitRate',
        does: 'counts it against the limit of its key',
      },
      {
        file: 'src/gateway/read-request.ts',
        name: 'readRequest',
        does: 'receives and parses the body, within the capacity of its account',
      },
      {
        file: 'src/gateway/operations/operations.ts',
        name: 'gatewayOperations',
        does: 'calls the operation',
      },
      { file: 'src/gateway/operations/create-image.ts', name: 'createImage', does: 'is the operation' },
      {
        file: 'src/gateway/submits/submit-once.ts',
        name: 'submitOnce',
        does: 'claims its `Idempotency-Key`, if it has one',
      },
      {
        file: 'src/gateway/submits/submit-task.ts',
        name: 'submitTask',
        does: 'validates, reads references, plans and holds',
      },
      {
        file: 'src/contract/validate.ts',
        name: 'validateRequest',
        does: 'checks schema, rules and size against the tables of the model',
      },
      { file: 'src/contract/price.ts', name: 'holdFor', does: 'computes the highest price, which is held' },
      {
        file: 'src/gateway/ports/store.ts',
        name: 'acceptTask',
        does: 'stores task, hold, ledger entry and due time in one transaction',
      },
      {
        file: 'src/adapters/store/sql/sql-store.ts',
        name: 'createSqlStore',
        does: 'writes them in one batch with concurrent submissions',
        isBehindPort: true,
      },
      RESPOND,
    ],
  },
  {
    title: 'A poll',
    steps: [
      SOCKET,
      PIPELINE,
      KEY,
      {
        file: 'src/gateway/operations/operations.ts',
        name: 'gatewayOperations',
        does: 'calls the operation',
      },
      { file: 'src/gateway/operations/get-task.ts', name: 'getTask', does: 'is the operation' },
      {
        file: 'src/gateway/tasks/finish-task.ts',
        name: 'readTask',
        does: 'reads the task, and finishes it first when it is due',
      },
      {
        file: 'src/adapters/store/sql/tasks.ts',
        name: 'createTaskReads',
        does: 'reads it in one batch with concurrent reads',
        isBehindPort: true,
      },
      {
        file: 'src/gateway/tasks/task-record.ts',
        name: 'toTaskRecord',
        does: 'turns it into the record of section 2.4',
      },
      {
        file: 'src/gateway/answers/prepared-answers.ts',
        name: 'createPreparedAnswers',
        does: 'caches the record of a finished task as text',
        isBehindPort: true,
      },
      RESPOND,
    ],
  },
];
