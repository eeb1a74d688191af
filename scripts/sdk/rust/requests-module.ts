import type { SdkOperation } from '../sdk-document.ts';

/** The module with what the requests of an operation have in common: only they can be sent there. */
export function requestsModule(image: SdkOperation, video: SdkOperation): string {
  const names = [...image.requests, ...video.requests];
  return `use serde::Serialize;

use crate::types::{${names.join(', ')}};

mod sealed {
    pub trait Sealed {}
}

${requestTrait('ImageRequest', 'an image', image.requests)}

${requestTrait('VideoRequest', 'a video', video.requests)}

impl<T: sealed::Sealed> sealed::Sealed for &T {}

${names.map((name) => `impl sealed::Sealed for ${name} {}\n`).join('')}`;
}

function requestTrait(name: string, what: string, requests: readonly string[]): string {
  return `/// A request of ${what}: one type for each model.
pub trait ${name}: Serialize + sealed::Sealed {}

impl<T: ${name}> ${name} for &T {}

${requests.map((request) => `impl ${name} for ${request} {}\n`).join('')}`;
}
