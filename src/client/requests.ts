import type { OperationRequests } from '../../generated/model-types.ts';
import type { components } from '../../generated/openapi-types.ts';

type Schemas = components['schemas'];

/** A type without index signatures and forbidden members: what is not declared does not compile. */
export type Declared<Type> = Type extends readonly (infer Item)[]
  ? readonly Declared<Item>[]
  : Type extends object
    ? { readonly [Name in keyof Type as DeclaredName<Type, Name>]: Declared<Type[Name]> }
    : Type;

type DeclaredName<Type, Name extends keyof Type> = string extends Name
  ? never
  : [Type[Name]] extends [undefined]
    ? never
    : Name;

/** The request bodies of each operation by model name, as `gatewright generate` writes them for added models. */
export type ModelTypes = { readonly [Name in keyof OperationRequests]: object };

type Operation = keyof OperationRequests;

/** The models of an operation, in every accepted spelling. */
export type ModelOf<Name extends Operation, Types extends ModelTypes = OperationRequests> = keyof Types[Name];

/** Which model makes it. */
type Named<Model> = {
  /** Name of the model, in any of its spellings. */
  readonly model: Model;
};

/** What a model accepts, besides its name. */
type ParametersOf<Body> = Omit<Declared<Body>, 'model' | 'stream'>;

/** An image request: exactly the parameters of its model (section 4.4). */
export type ImageRequest<
  Model extends ModelOf<'image_generation', Types>,
  Types extends ModelTypes = OperationRequests,
> = Named<Model> & ParametersOf<Types['image_generation'][Model]>;

/** A video request: exactly the parameters of its model (section 4.3). */
export type VideoRequest<
  Model extends ModelOf<'video_generation', Types>,
  Types extends ModelTypes = OperationRequests,
> = Named<Model> & ParametersOf<Types['video_generation'][Model]>;

/** A request for any of the models; `model` says which parameters it has. */
export type TaskRequest<Types extends ModelTypes = OperationRequests> =
  | {
      [Model in ModelOf<'image_generation', Types>]: ImageRequest<Model, Types>;
    }[ModelOf<'image_generation', Types>]
  | {
      [Model in ModelOf<'video_generation', Types>]: VideoRequest<Model, Types>;
    }[ModelOf<'video_generation', Types>];

/** A chat request; `stream` is set by the method that sends it (section 4.5). */
export type ChatRequest<
  Model extends ModelOf<'chat_completion', Types>,
  Types extends ModelTypes = OperationRequests,
> = Named<Model> & ParametersOf<Types['chat_completion'][Model]>;

/** A responses request of a model for text; `stream` is set by the method that sends it (section 4.6). */
export type ResponsesRequest<Types extends ModelTypes = OperationRequests> = Named<
  ModelOf<'chat_completion', Types>
> &
  Omit<Declared<Schemas['ResponseCreateRequest']>, 'model' | 'stream'>;
