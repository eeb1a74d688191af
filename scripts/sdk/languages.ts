import { go } from './go/go.ts';
import { java } from './java/java.ts';
import type { SdkLanguage } from './language.ts';
import { python } from './python/python.ts';
import { rust } from './rust/rust.ts';

/** The languages for which there is an SDK. */
export const sdkLanguages: readonly SdkLanguage[] = [python, go, java, rust];
