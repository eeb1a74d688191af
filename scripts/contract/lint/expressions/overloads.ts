const TYPES: Readonly<Record<string, string>> = {
  int: 'an integer (int)',
  double: 'a number (double)',
  string: 'a string',
  bool: 'true or false (bool)',
  map: 'an object',
};

const ITEMS: Readonly<Record<string, string>> = {
  int: 'integers',
  double: 'numbers',
  string: 'strings',
  bool: 'true or false',
};

/** A type error of the CEL library, in words; any other error unchanged. */
export function explainTypes(complaint: string): string {
  const binary = /^no such overload: (\S+) (\S+) (\S+)$/.exec(complaint);
  if (binary) {
    const [, left = '', operator = '', right = ''] = binary;
    return `the left side of ${operator} is ${named(left)}, the right side ${named(right)}${adviceOn(left, right)}`;
  }
  const unary = /^no such overload: ([!-])(\S+)$/.exec(complaint);
  if (unary) return `${unary[1]} does not take ${named(unary[2] ?? '')}`;
  const call = /^found no matching overload for '(?:(\S+)\.)?(\w+)\((.*)\)'$/.exec(complaint);
  if (!call) return complaint;
  const [, receiver, name = '', given = ''] = call;
  const arguments_ = given === '' ? 'no argument' : given.split(/, */).map(named).join(' and ');
  return receiver === undefined
    ? `there is no function ${name}() that takes ${arguments_}${lengthHint(name)}`
    : `${named(receiver)} has no method ${name}() that takes ${arguments_}`;
}

function named(type: string): string {
  const [, item] = /^list<(.+)>$/.exec(type) ?? [];
  return item === undefined ? (TYPES[type] ?? type) : `a list of ${ITEMS[item] ?? 'values'}`;
}

function adviceOn(left: string, right: string): string {
  const types = [left, right].sort().join();
  if (types === 'double,int') return ': write double(...) around the integer, or 10.0 instead of 10';
  return types === 'int,string' || types === 'double,string' ? ': a number has no quotes' : '';
}

function lengthHint(name: string): string {
  return /^(?:len|length|count)$/.test(name) ? '; a length is size(...)' : '';
}
