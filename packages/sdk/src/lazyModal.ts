import type { Config } from '@latchkey/core'
import type { MountedModal } from '@latchkey/modal'

/** The modal's chunk, loaded on first need and mounted once a config. */
export function lazyModal() {
  let loading: Promise<typeof import('@latchkey/modal')> | undefined
  let mounted: Promise<MountedModal> | undefined
  let destroyed = false

  const load = () => {
    loading ??= import('@latchkey/modal').catch((error: unknown) => {
      // A failed download is tried again at the next click.
      loading = undefined
      throw error
    })
    return loading
  }
  const mount = (config: Config): Promise<MountedModal> => {
    mounted ??= load()
      .then(({ mountModal }) => {
        const modal = mountModal(config)
        if (destroyed) modal.destroy()
        return modal
      })
      .catch((error: unknown) => {
        mounted = undefined
        config.modal.setState({ open: false })
        throw error
      })
    return mounted
  }
  return {
    preload: () => void load().catch(() => undefined),
    mount: (config: Config) => void mount(config).catch(() => undefined),
    frameContainer: async (config: Config) => (await mount(config)).frameLayer,
    destroy() {
      destroyed = true
      void mounted?.then((modal) => modal.destroy()).catch(() => undefined)
    },
  }
}
