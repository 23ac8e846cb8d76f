import { type Config, open } from '@latchkey/core'
import { createRoot } from 'react-dom/client'
import { type Locale, loadLocale, localeOf } from '../locales/LocaleContext.tsx'
import { createLayer } from './createLayer.ts'
import { type Outcome, Outcomes } from './Outcomes.tsx'

type News = Omit<Outcome, 'id'>

/** Tells outcomes over the page, one after the other. They go when the modal opens, which has all of it, and with the config. */
export function createToasts(config: Config): { show(news: News): Promise<void> } {
  let queue: readonly Outcome[] = []
  let count = 0
  let draw: ((locale?: Locale) => void) | undefined
  const set = (next: readonly Outcome[]) => {
    queue = next
    draw?.()
  }
  const onDone = () => set(queue.slice(1))
  const onOpen = () => open(config, { view: { name: 'Account', params: { list: 'activity' } } })
  const start = (first: Locale) => {
    const layer = createLayer(config)
    const root = createRoot(layer.mount)
    let locale = first
    config.runtime.signal.addEventListener('abort', () => {
      root.unmount()
      layer.remove()
    })
    return (next = locale) => {
      locale = next
      const [shown] = queue
      layer.setLanguage(locale)
      if (shown) layer.show()
      else layer.hide()
      root.render(<Outcomes {...{ config, locale, shown, onDone, onOpen }} />)
    }
  }
  config.modal.subscribe(({ open: isOpen }) => {
    if (isOpen) set([])
  })
  return {
    async show(news) {
      const locale = await loadLocale(localeOf(config), config.options.words)
      if (config.runtime.signal.aborted || config.modal.getState().open) return
      draw ??= start(locale)
      draw(locale)
      // What waits to be told already is told once.
      const isSame = (one: News) => one.outcome === news.outcome && one.network === news.network
      if (!queue.slice(1).some(isSame)) set([...queue, { ...news, id: ++count }])
    },
  }
}
