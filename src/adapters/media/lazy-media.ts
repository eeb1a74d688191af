import type { MediaRenderer } from '../../gateway/ports/media/media.ts';
import type { planLayers as PlanLayers } from './scene/plan-layers.ts';

/** A renderer whose code is loaded with the first picture. */
export function createLazyRenderer(): MediaRenderer {
  let renderer: Promise<MediaRenderer> | undefined;
  const load = async () => {
    const { createMediaRenderer } = await import('./create-media-renderer.ts');
    return createMediaRenderer();
  };
  const get = () => {
    renderer ??= load();
    return renderer;
  };
  return {
    renderImage: async (description) => (await get()).renderImage(description),
    renderVideo: async (description, picture) => (await get()).renderVideo(description, picture),
  };
}

/** The plan of the layers, its code loaded with the first decomposition. */
export const lazyPlanLayers: (
  ...given: Parameters<typeof PlanLayers>
) => Promise<ReturnType<typeof PlanLayers>> = async (picture, options) => {
  const { planLayers } = await import('./scene/plan-layers.ts');
  return planLayers(picture, options);
};
