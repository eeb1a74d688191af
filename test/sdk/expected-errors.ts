/** The errors that comments of a source name, by line. */
export function expectedErrors(
  source: string,
  comment: RegExp,
): readonly { readonly line: number; readonly error: string }[] {
  return source.split('\n').flatMap((text, index) => {
    const [, error] = comment.exec(text) ?? [];
    return error === undefined ? [] : [{ line: index + 1, error }];
  });
}
