/** Why a folder cannot be a folder of models, in one line. */
export class ModelFolderError extends Error {
  override readonly name = 'ModelFolderError';
}
