import type { TextSimulator } from '../../adapters/text-engine/create-text-simulator.ts';
import type { Engine, TaskFailure } from '../../gateway/ports/engine.ts';
import type { NewTask, Replay, Store, TaskAcceptance } from '../../gateway/ports/store.ts';
import type { TextEngine, TextPiece } from '../../gateway/ports/text-engine.ts';
import { currentPlay } from './playing.ts';
import { type Play, toFailure, toScript } from './scenarios.ts';

/** The ports through which scenarios act, and how tasks that are to fail will. */
export interface ScenarioPorts {
  readonly engine: Engine;
  readonly store: Store;
  readonly textEngine: TextEngine;
}

/** How a task is to end that a scenario was played for. */
type Fate = { readonly kind: 'failed'; readonly error: TaskFailure } | { readonly kind: 'cancelled' };

/** Pieces of an answer that come before its failure. */
const PIECES_BEFORE_FAILURE = 3;

/** Puts scenarios between the gateway and its ports: tasks end late, in failure or cancelled, answers break off or are scripted. */
export function withScenarios({
  engine,
  store,
  textEngine,
  reply,
}: ScenarioPorts & Pick<TextSimulator, 'reply'>): ScenarioPorts {
  const fates = new Map<string, Fate>();
  return {
    engine: {
      plan: (job) => engine.plan(job),
      run(job) {
        const fate = fates.get(job.taskId);
        return fate?.kind === 'failed' ? Promise.resolve(fate) : engine.run(job);
      },
    },
    store: withFates(store, fates),
    textEngine: {
      answer(job, signal) {
        const play = currentPlay();
        if (play) play.isUsed = true;
        const script = play && toScript(play.scenario);
        if (script) return reply(job, script, signal);
        const pieces = textEngine.answer(job, signal);
        if (play?.scenario.outcome !== 'fail') return pieces;
        return failing(pieces, toFailure(play.scenario).message);
      },
    },
  };
}

/** What becomes of a task is decided when it is accepted, and forgotten when it has ended. */
function withFates(store: Store, fates: Map<string, Fate>): Store {
  const acceptPlayed = async (
    task: NewTask,
    replay: Replay | undefined,
    play: Play,
  ): Promise<TaskAcceptance> => {
    const fate = toFate(play);
    if (fate) fates.set(task.id, fate);
    const acceptance = await store.acceptTask(delayed(task, play), replay);
    play.isUsed = acceptance.kind === 'accepted';
    if (!play.isUsed) fates.delete(task.id);
    return acceptance;
  };
  const finishPlayed: Store['finishTask'] = async (id, outcome, end) => {
    const isCancelled = fates.get(id)?.kind === 'cancelled';
    const isFirst = isCancelled
      ? await store.finishTask(id, { status: 'cancelled', charge: 0n }, { at: end.at })
      : await store.finishTask(id, outcome, end);
    fates.delete(id);
    return isFirst;
  };
  return {
    ...store,
    acceptTask(task, replay) {
      const play = currentPlay();
      return play ? acceptPlayed(task, replay, play) : store.acceptTask(task, replay);
    },
    finishTask: (id, outcome, end) =>
      fates.has(id) ? finishPlayed(id, outcome, end) : store.finishTask(id, outcome, end),
  };
}

function toFate({ scenario }: Play): Fate | undefined {
  if (scenario.outcome === 'cancel') return { kind: 'cancelled' };
  return scenario.outcome === 'fail' ? { kind: 'failed', error: toFailure(scenario) } : undefined;
}

function delayed(task: NewTask, { delayMs }: Play): NewTask {
  return delayMs === 0 ? task : { ...task, dueAt: task.dueAt + delayMs };
}

async function* failing(pieces: AsyncIterable<TextPiece>, message: string): AsyncIterable<TextPiece> {
  let count = 0;
  for await (const piece of pieces) {
    if (piece.kind === 'end' || count >= PIECES_BEFORE_FAILURE) break;
    count += 1;
    yield piece;
  }
  yield { kind: 'failed', message };
}
