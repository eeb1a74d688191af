import type { Edges } from '../../src/contract/sizes/layer-box.ts';

/** A vector of any file. */
interface Vector {
  readonly name: string;
}

export interface SignatureVector extends Vector {
  readonly secrets: readonly string[];
  readonly headers: Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>>;
  readonly body: string;
  readonly now: number;
  readonly valid: boolean;
}

interface Pixels {
  readonly width: number;
  readonly height: number;
}

export interface BoxVector extends Vector {
  readonly box: { readonly absolute: Edges } | { readonly normalized: Edges };
  readonly canvas?: Pixels;
  readonly placement: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
}

export interface StackVector extends Vector {
  readonly z_index: readonly number[];
  readonly bottom_to_top: readonly number[];
}

export interface SizeVector extends Vector {
  readonly request: { readonly model: string };
  readonly result: Pixels | { readonly open: string } | { readonly refused: string };
}

export interface ImagePriceVector extends Vector {
  readonly rates: {
    readonly per_image: readonly { readonly usd: string; readonly max_pixels?: number }[];
    readonly free_references?: number;
    readonly further_reference?: string;
  };
  readonly planned: readonly string[];
  readonly hold_images?: number;
  readonly made: readonly string[];
  readonly references: number;
  readonly group_ratio?: string;
  readonly hold: string;
  readonly charge: string;
}

type TokenRate = 'input' | 'cached_input' | 'cache_creation' | 'explicit_cached_input' | 'output';

export interface TextPriceVector extends Vector {
  readonly text_rates: Readonly<Record<TokenRate, string>> & {
    readonly per: number;
    readonly tools_per: number;
    readonly tools: Readonly<Record<string, string>>;
  };
  readonly usage: {
    readonly input_tokens: number;
    readonly output_tokens: number;
    readonly reasoning_tokens: number;
    readonly cached_tokens: number;
    readonly cache_creation_input_tokens: number;
    readonly is_explicit: boolean;
    readonly tools: Readonly<Record<string, number>>;
  };
  readonly group_ratio?: string;
  readonly charge: string;
}

export interface RuleVector extends Vector {
  readonly model: string;
  readonly rule: string;
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly request: Readonly<Record<string, unknown>>;
  readonly field: string;
  readonly valid: boolean;
}

export interface LanguageVector extends Vector {
  readonly value: string;
  readonly code: string | null;
}

export interface EventStreamVector extends Vector {
  readonly text: string;
  readonly splits?: readonly number[];
  readonly events: readonly { readonly event: string; readonly data: string }[];
  readonly done: boolean;
  readonly comments: number;
}
