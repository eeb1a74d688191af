import { posix } from 'node:path';
import ts from 'typescript';
import { type FolderRule, folderRules } from './folder-rules.ts';

const LONGEST_FILE = 300;
const AMBIENT_MEMBERS = new Set(['Date.now', 'Math.random']);
const AMBIENT_CALLS = new Set(['fetch', 'setTimeout', 'setInterval']);

/** Every breach of the architecture in one file; `path` is below the project root, with forward slashes. */
export function findBreaches(path: string, text: string): readonly string[] {
  const rule = folderRules.find(({ folder }) => path.startsWith(folder));
  const specifiers = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  const besideDoors = specifiers.flatMap((specifier) => doorBreach(path, specifier) ?? []);
  if (!rule) {
    const isMissing = path.startsWith('src/') && path.split('/').length > 2;
    return [...(isMissing ? ['no rule for it'] : []), ...besideDoors].map((breach) => `${path}: ${breach}`);
  }
  const breaches = [
    ...besideDoors,
    ...specifiers.flatMap((specifier) => importBreach(rule, path, specifier) ?? []),
    ...packageCountBreach(rule, specifiers),
    ...(rule.isPure ? ambientUses(path, text).map((use) => `uses ${use}: it is a port`) : []),
    ...lengthBreach(path, text),
  ];
  return breaches.map((breach) => `${path}: ${breach}`);
}

function importBreach(rule: FolderRule, path: string, specifier: string): string | undefined {
  if (specifier.startsWith('node:')) return rule.node ? undefined : `imports ${specifier}`;
  if (!specifier.startsWith('.'))
    return mayUsePackage(rule, path, specifier) ? undefined : `imports ${specifier}`;
  if (!/\.(ts|js|json|css)$/.test(specifier)) return `imports ${specifier} without an extension`;
  const target = posix.join(posix.dirname(path), specifier);
  const own = rule.isDivided ? `${path.split('/', 3).join('/')}/` : rule.folder;
  return [own, ...rule.imports].some((prefix) => target.startsWith(prefix)) ? undefined : `imports ${target}`;
}

/** An import that bypasses a folder's entry file. Tests in the folder of `test` with the same name may import any file of it. */
function doorBreach(path: string, specifier: string): string | undefined {
  const target = posix.join(posix.dirname(path), specifier);
  const rule = folderRules.find(({ folder, door }) => door && target.startsWith(folder));
  if (!rule || target === rule.door) return undefined;
  const insides = [rule.folder, rule.folder.replace('src/', 'test/')];
  return insides.some((folder) => path.startsWith(folder))
    ? undefined
    : `imports ${target}${rule.door === 'none' ? '' : ` past ${rule.door}`}`;
}

function mayUsePackage({ packages }: FolderRule, path: string, specifier: string): boolean {
  if (typeof packages === 'string') return true;
  return packages.names.includes(packageOf(specifier)) && (packages.only ?? path) === path;
}

function packageCountBreach({ packages }: FolderRule, specifiers: readonly string[]): readonly string[] {
  const names = specifiers.filter((name) => !/^(\.|node:)/.test(name)).map(packageOf);
  const different = [...new Set(names)];
  return packages === 'one a file' && different.length > 1
    ? [`imports several packages: ${different.join(', ')}`]
    : [];
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

function ambientUses(path: string, text: string): readonly string[] {
  const uses: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node)) {
      const access = node.getText();
      if (AMBIENT_MEMBERS.has(access) || /^(globalThis|process)\??\./.test(access)) uses.push(access);
    } else if (ts.isNewExpression(node) && node.expression.getText() === 'Date') uses.push('new Date');
    else if (ts.isCallExpression(node) && AMBIENT_CALLS.has(node.expression.getText()))
      uses.push(node.expression.getText());
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return uses;
}

function lengthBreach(path: string, text: string): readonly string[] {
  const lines = text.split('\n').length - 1;
  const isTable = path.startsWith('generated/');
  return lines > LONGEST_FILE && !isTable ? [`has ${lines} lines, more than ${LONGEST_FILE}`] : [];
}
