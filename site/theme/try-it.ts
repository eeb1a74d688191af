import { type Component, defineComponent, h, onMounted, ref, shallowRef, type VNode } from 'vue';
import { type Answer, type Call, type Place, sendCall } from './send-call.ts';

/** What the form needs to know: calls to choose from, and where to send them first. */
export interface TryItForm extends Place {
  /** What paths have in place of a task. */
  readonly taskId: string;
  readonly calls: readonly Call[];
}

/** What a reader has entered. */
interface Entered {
  readonly chosen: number;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly path: string;
  readonly body: string;
}

/** A form that sends requests to a gateway, at first the mock on this machine, and shows what it answers. */
export const TryIt: Component = defineComponent({
  props: { data: { type: String, required: true } },
  setup(props) {
    const form = JSON.parse(props.data) as TryItForm; // what scripts/docs/pages/try-it.ts writes
    const entered = ref<Entered>({ baseUrl: form.baseUrl, apiKey: form.apiKey, ...enter(form, 0) });
    const answer = shallowRef<Answer>();
    const isSending = ref(false);
    let lastTask = form.taskId;
    const choose = (chosen: number) => {
      const { path, ...others } = enter(form, chosen);
      entered.value = { ...entered.value, ...others, path: path.replace(form.taskId, lastTask) };
      answer.value = undefined;
    };
    const send = async () => {
      isSending.value = true;
      answer.value = { note: 'Sending ...', text: '', files: [] };
      try {
        const { chosen, path, body, ...place } = entered.value;
        const method = form.calls[chosen]?.method ?? 'GET';
        // Addresses of samples lead to the gateway, wherever it is.
        const sent = body.replaceAll(form.baseUrl, place.baseUrl);
        for await (const found of sendCall(place, { method, path, ...(sent !== '' && { body: sent }) }))
          answer.value = found;
        lastTask = answer.value.taskId ?? lastTask;
      } catch (error) {
        answer.value = { note: String(error), text: answer.value?.text ?? '', files: [] };
      }
      isSending.value = false;
    };
    // The reference links to operations.
    onMounted(() => {
      const linked = form.calls.findIndex(({ operation }) => operation === location.hash.slice(1));
      if (linked > 0) choose(linked);
    });
    const set = (name: keyof Entered, value: string) => {
      entered.value = { ...entered.value, [name]: value };
    };
    return () =>
      h('form', { class: 'try-it', 'aria-label': 'Try it', onSubmit: submit(send) }, [
        drawCalls(form.calls, entered.value.chosen, choose),
        field('Address', 'baseUrl', entered.value, set),
        field('Key', 'apiKey', entered.value, set),
        field('Path', 'path', entered.value, set),
        entered.value.body === '' ? undefined : drawBody(entered.value.body, set),
        h('button', { type: 'submit', disabled: isSending.value }, 'Send'),
        h('output', { 'aria-live': 'polite' }, drawStatus(answer.value)),
        ...drawAnswer(answer.value),
      ]);
  },
});

function enter({ calls }: TryItForm, chosen: number): Pick<Entered, 'chosen' | 'path' | 'body'> {
  const { path, body } = calls[chosen] ?? {};
  return { chosen, path: path ?? '/', body: body === undefined ? '' : JSON.stringify(body, null, 2) };
}

function submit(send: () => Promise<void>): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    void send();
  };
}

function drawCalls(calls: readonly Call[], chosen: number, choose: (index: number) => void): VNode {
  const options = calls.map(({ title }, index) =>
    h('option', { value: String(index), selected: index === chosen }, title),
  );
  const onChange = ({ target }: Event) => {
    if (target instanceof HTMLSelectElement) choose(Number(target.value));
  };
  return h('label', { class: 'call' }, [
    'Request',
    h('select', { name: 'call', value: String(chosen), onChange }, options),
  ]);
}

type Set = (name: keyof Entered, value: string) => void;

function field(label: string, name: 'baseUrl' | 'apiKey' | 'path', entered: Entered, set: Set): VNode {
  const onInput = ({ target }: Event) => {
    if (target instanceof HTMLInputElement) set(name, target.value);
  };
  return h('label', [
    label,
    h('input', { name, type: 'text', value: entered[name], spellcheck: false, onInput }),
  ]);
}

function drawBody(body: string, set: Set): VNode {
  const onInput = ({ target }: Event) => {
    if (target instanceof HTMLTextAreaElement) set('body', target.value);
  };
  const rows = Math.min(body.split('\n').length, 14);
  return h('label', { class: 'body' }, [
    'Body',
    h('textarea', { name: 'body', rows, value: body, spellcheck: false, onInput }),
  ]);
}

function drawStatus(answer: Answer | undefined): VNode[] {
  if (answer === undefined) return [];
  const { status, note } = answer;
  const isOk = status !== undefined && status < 400;
  return [
    ...(status === undefined
      ? []
      : [h('span', { class: 'status', 'data-ok': String(isOk) }, String(status))]),
    h('span', note),
  ];
}

function drawAnswer(answer: Answer | undefined): VNode[] {
  if (answer === undefined || answer.text === '') return [];
  return [
    ...answer.files.map((url) =>
      url.endsWith('.mp4')
        ? h('video', { src: url, controls: true, muted: true })
        : h('img', { src: url, alt: 'A file of the result' }),
    ),
    h('pre', { tabindex: 0, 'aria-label': 'The answer' }, answer.text),
  ];
}
