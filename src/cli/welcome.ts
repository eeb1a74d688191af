/** What a person sees when a mock is ready: where it is, which key it takes, and two lines to paste. */
export function welcome(baseUrl: string, speed: number): string {
  const pace = speed === 1 ? '' : ` (clock runs at ${speed} times the real pace)`;
  return `
gatewright mock is ready${pace}

  base URL   ${baseUrl}
  key        sk-mock

Submit an image, then ask for its task until "status" is "success" and open the link:

  curl -s ${baseUrl}/v1/images/generations -H 'Authorization: Bearer sk-mock' -H 'Content-Type: application/json' -d '{"model":"qx-image-3.0","prompt":"A lighthouse at dawn","size":"16:9"}'
  curl -s ${baseUrl}/v1/tasks/TASK_ID -H 'Authorization: Bearer sk-mock'

Ctrl-C stops it.
`;
}
