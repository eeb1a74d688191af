import type { Engine, TaskFailure } from '../../gateway/ports/engine.ts';
import type { NewTask, Replay, Store, TaskAcceptance } from '../../gateway/ports/store.ts';
import type { TextEngine, TextPiece } from '../../gateway/ports/text-engine.ts';
import { currentPlay } from './playing.ts';
import { type Play, toFailure } from './scenarios.ts';

/** The ports through which scenarios act, and how tasks that are to fail will. */
export interface ScenarioPorts {
  readonly engine: Engine;
  readonly store: Store;
  readonly textEngine: TextEngine;
}

/** Pieces of an answer that come before its failure. */
const PIECES_BEFORE_FAILURE = 3;

/** Puts scenarios between the gateway and its ports: tasks end late or in failure, answers break off. */
export function withScenarios({ engine, store, textEngine }: ScenarioPorts): ScenarioPorts {
  const fates = new Map<string, TaskFailure>();
  return {
    engine: {
      plan: (job) => engine.plan(job),
      run(job) {
        const error = fates.get(job.taskId);
        return error ? Promise.resolve({ kind: 'failed', error }) : engine.run(job);
      },
    },
    store: withFates(store, fates),
    textEngine: {
      answer(job, signal) {
        const play = currentPlay();
        const pieces = textEngine.answer(job, signal);
        if (play?.scenario.outcome !== 'fail') return pieces;
        play.isUsed = true;
        return failing(pieces, toFailure(play.scenario).message);
      },
    },
  };
}

/** What becomes of a task is decided when it is accepted, and forgotten when it has ended. */
function withFates(store: Store, fates: Map<string, TaskFailure>): Store {
  const acceptPlayed = async (
    task: NewTask,
    replay: Replay | undefined,
    play: Play,
  ): Promise<TaskAcceptance> => {
    if (play.scenario.outcome === 'fail') fates.set(task.id, toFailure(play.scenario));
    const acceptance = await store.acceptTask(delayed(task, play), replay);
    play.isUsed = acceptance.kind === 'accepted';
    if (!play.isUsed) fates.delete(task.id);
    return acceptance;
  };
  const finishPlayed: Store['finishTask'] = async (id, outcome, end) => {
    const isFirst = await store.finishTask(id, outcome, end);
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
