/** A command to copy, and what it does. */
export interface CurlLine {
  readonly title: string;
  readonly command: string;
}

const KEY = `-H 'Authorization: Bearer sk-mock'`;
const JSON_TYPE = `-H 'Content-Type: application/json'`;

/** Commands that call the gateway at a base address. The second and the fourth need the `task_id` of a submission. */
export function callLines(baseUrl: string): readonly CurlLine[] {
  const post = (path: string, body: object) =>
    `curl -s ${baseUrl}${path} ${KEY} ${JSON_TYPE} -d '${JSON.stringify(body)}'`;
  return [
    {
      title: 'Submit an image',
      command: post('/v1/images/generations', {
        model: 'qx-image-3.0',
        prompt: 'A lighthouse at dawn',
        size: '16:9',
      }),
    },
    {
      title: 'Poll the task until its status is success, then open the link in it',
      command: `curl -s ${baseUrl}/v1/tasks/TASK_ID ${KEY}`,
    },
    {
      title: 'Make a clip from a picture',
      command: post('/v1/videos/generations', {
        model: 'vxq3',
        prompt: 'The boat sails away',
        image_urls: [`${baseUrl}/files/samples/1280x720.jpeg`],
        duration: 3,
      }),
    },
    {
      title: 'Chat with the text model',
      command: post('/v1/chat/completions', {
        model: 'qx3.8-max',
        messages: [{ role: 'user', content: 'What is a lighthouse for?' }],
        stream: false,
      }),
    },
    { title: 'Show the remaining balance', command: `curl -s ${baseUrl}/v1/user/balance ${KEY}` },
  ];
}

/** Commands for the mock's control plane at a base address. */
export function controlLines(baseUrl: string): readonly CurlLine[] {
  const post = (path: string, body: object) =>
    `curl -s ${baseUrl}/__mock/${path} ${JSON_TYPE} -d '${JSON.stringify(body)}'`;
  return [
    {
      title: 'Make the next image task fail',
      command: post('scenarios', {
        operation: 'createImage',
        outcome: 'fail',
        error: { code: 'upstream_error' },
        times: 1,
      }),
    },
    { title: 'Advance the clock by 90 seconds', command: post('clock', { advance: '90s' }) },
    { title: 'Read the last requests', command: `curl -s '${baseUrl}/__mock/journal?limit=10'` },
    { title: 'Reset the session', command: `curl -s -X POST ${baseUrl}/__mock/reset` },
  ];
}
