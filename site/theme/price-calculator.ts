import { type Component, defineComponent, h, ref, shallowRef, type VNode, watchEffect } from 'vue';
import {
  type Control,
  firstValues,
  type OutputForm,
  RATIO,
  ratioOf,
  type TokenForm,
  tokenControls,
  toRequest,
  type Values,
  wrongNumbers,
} from './calculator-request.ts';
import { judgeRequest, judgeTokens, type LoadModels, type Verdict } from './judge-request.ts';

/** A form for a request that shows what it makes and costs, by the code that the gateway runs. */
export function createPriceCalculator(loadModels: LoadModels): Component {
  return defineComponent({
    props: { data: { type: String, required: true } },
    setup(props) {
      const form = JSON.parse(props.data) as OutputForm | TokenForm; // what scripts/docs/models/calculator.ts writes
      const values = ref<Values>(form.kind === 'tokens' ? FIRST_TOKENS : firstValues(form));
      const verdict = shallowRef<Verdict>();
      const update = async (entered: Values) => {
        const found = await judge(form, entered, loadModels);
        if (values.value === entered) verdict.value = found;
      };
      watchEffect(() => void update(values.value));
      const set = (name: string, value: string) => {
        values.value = { ...values.value, [name]: value };
      };
      return () => draw(form, { values: values.value, verdict: verdict.value, set });
    },
  });
}

/** A question and its answer. */
const FIRST_TOKENS: Values = { input: '1000', output: '500' };

function controlsOf(form: OutputForm | TokenForm): readonly Control[] {
  return form.kind === 'tokens' ? tokenControls(form) : form.controls;
}

async function judge(form: OutputForm | TokenForm, values: Values, loadModels: LoadModels): Promise<Verdict> {
  const messages = wrongNumbers(controlsOf(form), values);
  if (messages.length > 0) return { kind: 'unclear', messages };
  if (form.kind === 'tokens') return judgeTokens(form, values);
  return judgeRequest(toRequest(form, values), {
    groupRatio: ratioOf(values),
    loadModels: form.isOwn ? loadModels : async () => undefined,
  });
}

interface State {
  readonly values: Values;
  readonly verdict: Verdict | undefined;
  readonly set: (name: string, value: string) => void;
}

function draw(form: OutputForm | TokenForm, { values, verdict, set }: State): VNode {
  const controls = [...controlsOf(form), RATIO];
  const request = form.kind === 'output' ? JSON.stringify(toRequest(form, values), null, 2) : undefined;
  const label = 'Price calculator';
  return h(
    'form',
    { class: 'calculator', 'aria-label': label, onSubmit: (event: Event) => event.preventDefault() },
    [
      ...controls.map((control) => drawField(control, values[control.name] ?? '', set)),
      h('output', { 'aria-live': 'polite' }, drawVerdict(verdict)),
      request === undefined ? undefined : h('pre', { tabindex: 0, 'aria-label': 'The request' }, request),
    ],
  );
}

function drawField(control: Control, value: string, set: State['set']): VNode {
  const { name, label, kind, choices = [], min, max, byDefault } = control;
  const onInput = ({ target }: Event) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) set(name, target.value);
  };
  const onToggle = ({ target }: Event) => {
    if (target instanceof HTMLInputElement) set(name, String(target.checked));
  };
  const hint = byDefault === undefined ? '' : String(byDefault);
  switch (kind) {
    case 'choice':
      return labelled(name, h('select', { name, value, onChange: onInput }, toOptions(choices, hint)));
    case 'switch': {
      const checked = (value === '' ? hint : value) === 'true';
      return labelled(name, h('input', { name, type: 'checkbox', checked, onChange: onToggle }));
    }
    case 'text': {
      const list = choices.length > 0 ? `choices-${name}` : undefined;
      const input = h('input', { name, type: 'text', value, list, placeholder: hint, onInput });
      if (list === undefined) return labelled(label ?? name, input);
      return labelled(
        label ?? name,
        input,
        h(
          'datalist',
          { id: list },
          choices.map((choice) => h('option', { value: String(choice) })),
        ),
      );
    }
    case 'number':
      return labelled(
        name,
        h('input', { name, type: 'number', value, min, max, placeholder: hint, onInput }),
      );
    case 'count':
      return labelled(
        label ?? `${name} (how many)`,
        h('input', { name, type: 'number', value, min, max, onInput }),
      );
    default:
      return kind satisfies never;
  }
}

function labelled(text: string, ...fields: readonly VNode[]): VNode {
  return h('label', [text, ...fields]);
}

function toOptions(choices: readonly unknown[], byDefault: string): VNode[] {
  const unset = h('option', { value: '' }, byDefault === '' ? 'not sent' : `not sent (${byDefault})`);
  return [unset, ...choices.map((choice) => h('option', { value: String(choice) }, String(choice)))];
}

function drawVerdict(verdict: Verdict | undefined): VNode[] {
  if (verdict === undefined) return [h('span', 'Calculating ...')];
  if (verdict.kind === 'valid')
    return [
      h('strong', `${verdict.isAtMost ? 'at most ' : ''}${verdict.price}`),
      h('span', `: ${verdict.details.join('; ')}`),
    ];
  const messages = h(
    'ul',
    verdict.messages.map((message) => h('li', message)),
  );
  const isRefused = verdict.kind === 'invalid';
  return [h('strong', isRefused ? 'Refused, nothing is charged' : 'No price can be calculated'), messages];
}
