import { type Config, close, hideAlert, showAlert } from '@latchkey/core'
import { lazy } from '@latchkey/std/lazy'
import { LOAD_ALERT, ModalLoadError } from './errors.ts'

/** What is needed of a modal in the page. */
type MountedModal = { element: HTMLElement; frameLayer: HTMLElement; destroy(): void }

type LazyModal = {
  /** Loads code and words and draws the first view, and shows nothing: opening is a matter of one frame then. */
  preload(): void
  /** Loads and mounts the modal, once a config. Rejects with `ModalLoadError`; the next call tries again. */
  mount(): Promise<MountedModal>
  destroy(): void
}

/**
 * The modal, loaded on first need.
 *
 * @param loadModal loads code and words, and answers how to put the modal into the page
 */
export function lazyModal(config: Config, loadModal: () => Promise<() => MountedModal>): LazyModal {
  let mounted: Promise<MountedModal> | undefined
  let destroyed = false

  const load = lazy(loadModal, (cause) => new ModalLoadError({ cause }))
  const mount = async (): Promise<MountedModal> => {
    const make = await load()
    if (destroyed) throw new ModalLoadError()
    hideLoadAlert(config)
    return make()
  }
  return {
    preload: () =>
      void load().then(
        (make) => {
          if (!destroyed) mounted ??= Promise.resolve(make())
        },
        () => undefined,
      ),
    mount() {
      mounted ??= mount().catch((error: unknown) => {
        if (!destroyed) {
          const { defaultMessage, code } = ModalLoadError
          showAlert(config, { kind: LOAD_ALERT, short: defaultMessage, long: defaultMessage, code })
          close(config)
        }
        // Last: closing a modal in the page leaves it open, which must not begin this anew.
        mounted = undefined
        throw error
      })
      return mounted
    },
    destroy() {
      destroyed = true
      void mounted?.then((modal) => modal.destroy()).catch(() => undefined)
    },
  }
}

function hideLoadAlert(config: Config): void {
  if (config.notices.getState().alert?.kind === LOAD_ALERT) hideAlert(config)
}

/** Puts the modal into the page with its first opening; one that did not load is loaded with the next. Returns how to stop. */
export function mountOnOpen(config: Config, modal: Pick<LazyModal, 'mount'>): () => void {
  const stop = config.modal.subscribe(({ open }) => {
    if (open) modal.mount().then(stop, () => undefined)
  })
  return stop
}
