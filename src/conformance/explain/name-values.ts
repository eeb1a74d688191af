import { describeVariable, nameOfPath, readByShell } from './read-answer.ts';
import { toVariable } from './shell-text.ts';

/** Lines that set variables, or say what they are. */
export interface Notes {
  /** A line that is needed once in a case. */
  readonly tell: (line: string) => void;
  /** A line that reads the last answer: needed again after another one. */
  readonly read: (line: string) => void;
  /** The lines since the last call. */
  readonly take: () => readonly string[];
}

export function createNotes(): Notes {
  let lines: string[] = [];
  const listed = new Set<string>();
  return {
    tell(line) {
      if (!listed.has(line)) lines.push(line);
      listed.add(line);
    },
    read(line) {
      if (!lines.includes(line)) lines.push(line);
    },
    take() {
      const taken = lines;
      lines = [];
      return taken;
    },
  };
}

/** Gives the code that reads the value of an expression, after notes of what it is; `kept` are the names that have a variable. */
export function createNamer(
  { tell, read }: Notes,
  kept: ReadonlySet<string>,
): (expression: string) => string {
  const unnamed: string[] = [];
  return (expression) => {
    if (kept.has(expression)) return `$${toVariable(expression)}`;
    const [, declared = '', sum = ''] = /^(target\.[\w.]+)( [+-] \d+)?$/.exec(expression) ?? [];
    if (declared !== '') {
      const variable = toVariable(declared);
      tell(`# ${variable} is ${declared}`);
      return sum === '' ? `$${variable}` : `$((${variable}${sum}))`;
    }
    const code = readByShell(expression);
    if (code === '$BODY') return code;
    if (code !== undefined) {
      const variable = nameOfPath(expression);
      read(`${variable}=${code}`);
      return `$${variable}`;
    }
    const isName = /^[a-z]\w*$/.test(expression);
    if (!isName && !unnamed.includes(expression)) unnamed.push(expression);
    const variable = isName ? toVariable(expression) : `VALUE_${unnamed.indexOf(expression) + 1}`;
    tell(`# ${variable} is ${describeVariable(expression)}`);
    return `$${variable}`;
  };
}
